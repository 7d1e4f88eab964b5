package dev.rosa.bench.shootout.result;

import dev.rosa.bench.measure.Median;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Times that the shootout has measured so far, by cell and round. Only numbers of one round are
 * ever divided by each other: the machine may be twice as fast in the next. Thread-safe, so that an
 * interrupt can report what there is.
 */
public final class Results {

  private static final double CONFIDENCE = 0.999;

  private final Map<Cell, NavigableMap<Integer, double[]>> samples = new LinkedHashMap<>();
  private final Map<Cell, String> absences = new LinkedHashMap<>();

  /** Nothing measured yet. */
  public Results() {}

  /**
   * Adds what one fork measured.
   *
   * @param round from 1
   * @param nsPerPacket one for each JMH iteration
   */
  public synchronized void add(Cell cell, int round, double... nsPerPacket) {
    samples
        .computeIfAbsent(cell, absent -> new TreeMap<>())
        .merge(round, nsPerPacket.clone(), Results::joined);
  }

  private static double[] joined(double[] a, double[] b) {
    return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
  }

  /** Says in a sentence why a cell has no measurement. */
  public synchronized void addAbsence(Cell cell, String why) {
    absences.put(cell, why);
  }

  /** Reason for a cell that was not measured; empty if it was, or if it was not tried. */
  public synchronized Optional<String> absence(Cell cell) {
    return samples.containsKey(cell) ? Optional.empty() : Optional.ofNullable(absences.get(cell));
  }

  /** Everything measured or known to be absent. */
  public synchronized Set<Cell> cells() {
    Set<Cell> cells = new LinkedHashSet<>(samples.keySet());
    cells.addAll(absences.keySet());
    return cells;
  }

  /** The median of each round's iterations, by the round's number. */
  public synchronized NavigableMap<Integer, Double> rounds(Cell cell) {
    NavigableMap<Integer, Double> medians = new TreeMap<>();
    samples
        .getOrDefault(cell, new TreeMap<>())
        .forEach((round, values) -> medians.put(round, Median.of(values).orElseThrow()));
    return medians;
  }

  /** The median of the rounds, in nanoseconds per packet; empty if it was not measured. */
  public OptionalDouble nsPerPacket(Cell cell) {
    return Median.of(rounds(cell).values());
  }

  /**
   * JMH's error: half the width of the 99.9 % confidence interval of the mean over all iterations
   * of all rounds, in nanoseconds; empty with fewer than three iterations, or none.
   */
  public synchronized OptionalDouble error(Cell cell) {
    double[] all =
        samples.getOrDefault(cell, new TreeMap<>()).values().stream()
            .flatMapToDouble(Arrays::stream)
            .toArray();
    return all.length < 3
        ? OptionalDouble.empty()
        : OptionalDouble.of(new ListStatistics(all).getMeanErrorAt(CONFIDENCE));
  }

  /** Ratio of the times of {@code slow} and {@code fast}, in each round that has both. */
  public Ratio ratio(Cell slow, Cell fast) {
    NavigableMap<Integer, Double> above = rounds(slow);
    NavigableMap<Integer, Double> below = rounds(fast);
    NavigableMap<Integer, Double> ratios = new TreeMap<>();
    above.forEach(
        (round, ns) -> {
          if (below.containsKey(round)) {
            ratios.put(round, ns / below.get(round));
          }
        });
    return new Ratio(ratios);
  }

  /** The most rounds any cell has. */
  public synchronized int roundCount() {
    return samples.values().stream().mapToInt(NavigableMap::size).max().orElse(0);
  }
}
