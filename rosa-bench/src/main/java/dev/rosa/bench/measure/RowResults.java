package dev.rosa.bench.measure;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Results of a bench with one kind of rows. Owned by one thread.
 *
 * @param <K> a row
 * @param <R> a reading
 */
public abstract class RowResults<K, R> extends OtherResults {

  private final RoundReadings<K, R> readings = new RoundReadings<>();

  /** For subclasses. */
  protected RowResults() {}

  public final void add(K row, int round, R reading) {
    readings.add(row, round, reading);
  }

  /** By row and round. */
  public final Map<K, Map<Integer, R>> readings() {
    return readings.rows();
  }

  /** A value of each round of a row. */
  public final double[] each(K row, ToDoubleFunction<R> value) {
    return readings.each(row, value);
  }

  /** The median of a row's rounds. */
  public final OptionalDouble median(K row, ToDoubleFunction<R> value) {
    return readings.median(row, value);
  }

  /** Ratios of two rows, of each round that has both. */
  public final double[] ratios(K row, K against, ToDoubleFunction<R> value) {
    return readings.ratios(row, against, value, value);
  }

  /** Ratios of one value of a row to another value of the other row. */
  public final double[] ratios(
      K row, K against, ToDoubleFunction<R> value, ToDoubleFunction<R> valueAgainst) {
    return readings.ratios(row, against, value, valueAgainst);
  }
}
