package dev.rosa.bench.path.result;

import dev.rosa.bench.measure.RowResults;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Readings of {@code ./rosa bench path}, by row and round. Only readings of one round are ever
 * divided by each other: the machine may be twice as fast in the next. Owned by one thread.
 */
public final class PathResults extends RowResults<PathRow, TrafficReading> {

  private final Map<PathRow, Map<String, Long>> drops = new LinkedHashMap<>();
  private final Map<PathRow, Map<Integer, double[]>> pairs = new LinkedHashMap<>();
  private final Map<String, List<List<Double>>> warmUps = new LinkedHashMap<>();
  private Optional<Steady> steady = Optional.empty();

  /**
   * A while at constant load.
   *
   * @param load the share of what the router can do
   * @param packets delivered meanwhile
   * @param packetsPerSecond of them
   * @param allocatedBytes by the threads that packets go through; empty if unknown
   * @param whyUnknown the reason for that
   * @param longestPauseMillis of collections
   * @param pauses of collections
   * @param before the router's footprint when the period began
   * @param after its footprint when it ended
   */
  public record Steady(
      double load,
      double seconds,
      long packets,
      double packetsPerSecond,
      OptionalDouble allocatedBytes,
      String whyUnknown,
      double longestPauseMillis,
      int pauses,
      Footprint before,
      Footprint after) {}

  /** Adds the router's drops in the row's runs, by reason. */
  public void addDrops(PathRow row, Map<String, Long> more) {
    Map<String, Long> sum = drops.computeIfAbsent(row, absent -> new TreeMap<>());
    more.forEach((reason, count) -> sum.merge(reason, count, Long::sum));
  }

  /** Ratios of short runs by turns, within one round. */
  public void addPairs(PathRow row, int round, double[] ratios) {
    pairs.computeIfAbsent(row, absent -> new TreeMap<>()).put(round, ratios);
  }

  /** Adds a way's rates per second in the half-seconds before its first row. */
  public void addWarmUp(String way, List<Double> rates) {
    warmUps.computeIfAbsent(way, absent -> new ArrayList<>()).add(rates);
  }

  public void setSteady(Steady reading) {
    steady = Optional.of(reading);
  }

  public Map<String, Long> drops(PathRow row) {
    return drops.getOrDefault(row, Map.of());
  }

  /** By round; empty if there are none. */
  public Map<Integer, double[]> pairs(PathRow row) {
    return pairs.getOrDefault(row, Map.of());
  }

  /** By way, one list for each round. */
  public Map<String, List<List<Double>>> warmUps() {
    return warmUps;
  }

  public Optional<Steady> steady() {
    return steady;
  }

  /** Of one round, if it was measured then. */
  public Optional<TrafficReading> reading(PathRow row, int round) {
    return Optional.ofNullable(readings().getOrDefault(row, Map.of()).get(round));
  }
}
