package dev.rosa.bench.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Readings of a bench's rows, one for each round. Only readings of one round are ever divided by
 * each other. Owned by one thread.
 *
 * @param <K> a row
 * @param <R> a reading
 */
public final class RoundReadings<K, R> {

  private final Map<K, Map<Integer, R>> rows;

  /** No readings yet; rows are in the order in which they come. */
  public RoundReadings() {
    this(new LinkedHashMap<>());
  }

  /**
   * No readings yet.
   *
   * @param rows an empty map, which says the order of rows
   */
  public RoundReadings(Map<K, Map<Integer, R>> rows) {
    this.rows = rows;
  }

  public void add(K row, int round, R reading) {
    rows.computeIfAbsent(row, absent -> new TreeMap<>()).put(round, reading);
  }

  /** By row and round. */
  public Map<K, Map<Integer, R>> rows() {
    return rows;
  }

  /** By round; empty if the row was not measured. */
  public Map<Integer, R> of(K row) {
    return rows.getOrDefault(row, Map.of());
  }

  /** A value of each round of a row. */
  public double[] each(K row, ToDoubleFunction<R> value) {
    return of(row).values().stream().mapToDouble(value).toArray();
  }

  /** The median of a row's rounds. */
  public OptionalDouble median(K row, ToDoubleFunction<R> value) {
    return Median.of(each(row, value));
  }

  /** Ratios of one value of a row to another value of the other row. */
  public double[] ratios(
      K row, K against, ToDoubleFunction<R> value, ToDoubleFunction<R> valueAgainst) {
    Map<Integer, R> others = of(against);
    return of(row).entrySet().stream()
        .filter(entry -> others.containsKey(entry.getKey()))
        .mapToDouble(
            entry ->
                value.applyAsDouble(entry.getValue())
                    / valueAgainst.applyAsDouble(others.get(entry.getKey())))
        .toArray();
  }
}
