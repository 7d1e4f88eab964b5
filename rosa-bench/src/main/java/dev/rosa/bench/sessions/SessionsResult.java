package dev.rosa.bench.sessions;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Result of the measurement.
 *
 * @param plan parameters of the measurement
 * @param provider name of the provider that served the suite
 * @param rows ascending by sessions
 * @param keyNanos deriving, preparing and destroying a key
 * @param ratio of a packet among {@link #MANY} sessions to one among {@link #FEW}, taken within
 *     each round, the median of the rounds; empty if one of the two was not measured
 * @param flags of the JVM that matter here
 */
record SessionsResult(
    SessionsPlan plan,
    String provider,
    List<Row> rows,
    double keyNanos,
    OptionalDouble ratio,
    List<String> flags) {

  /**
   * One number of sessions; times are medians of the rounds.
   *
   * @param remembered nanoseconds a packet
   * @param derived nanoseconds a packet if its key is derived
   * @param memory what all of them take, as the JVM and the system see it
   * @param countedBytes what a router counts for them against its limit
   */
  public record Row(
      int sessions, double remembered, double derived, MemoryUse memory, long countedBytes) {}

  /** Key of its figure in a file of limits. */
  private static final String KEY = "million";

  /** Keys of its figures. */
  static final List<String> FIGURES = List.of(KEY);

  static final int FEW = 1_000;
  static final int MANY = 1_000_000;

  /** The ratio within its limit. */
  Figure figure(Bars bars) {
    String what = format("%,d sessions against %,d", MANY, FEW);
    Figure figure =
        ratio.isEmpty()
            ? Figure.unmeasured(KEY, what, List.of(format("takes %,d and %,d sessions", FEW, MANY)))
            : Figure.of(KEY, what, ratio, format("%.2f ×", ratio.getAsDouble()), List.of());
    return figure.within(bars);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /** Share of its key in a packet's time, if it is derived for every packet. */
  double keyShare(Row row) {
    return keyNanos / row.derived();
  }
}
