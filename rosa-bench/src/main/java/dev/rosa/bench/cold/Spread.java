package dev.rosa.bench.cold;

import dev.rosa.bench.measure.Median;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Median and range of one figure over several runs.
 *
 * @param median of the runs
 * @param least of them
 * @param most of them
 */
record Spread(double median, double least, double most) {

  private static final double WHOLE_FROM = 100;
  private static final double TENTHS_FROM = 10;

  /** Over readings, one a run; at least one. */
  static <T> Spread of(List<T> readings, ToDoubleFunction<T> value) {
    double[] sorted = readings.stream().mapToDouble(value).sorted().toArray();
    return new Spread(Median.of(sorted).orElseThrow(), sorted[0], sorted[sorted.length - 1]);
  }

  /** {@code (9.80–15.0)}; empty if all runs showed the same, as one run always does. */
  String range() {
    return least == most ? "" : "(" + number(least) + "–" + number(most) + ")";
  }

  /** With as many digits as mean something. */
  static String number(double value) {
    String form = value >= WHOLE_FROM ? "%,.0f" : value >= TENTHS_FROM ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, form, value);
  }
}
