package dev.rosa.bench.sessions;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Result of {@code ./rosa bench sessions}: time of a packet and memory, by number of sessions.
 *
 * @param plan parameters of the measurement
 * @param provider name of the provider that served the suite
 * @param rows ascending by sessions
 * @param keyNanos deriving, preparing and destroying a key
 * @param ratio of a packet among {@link #MANY} sessions to one among {@link #FEW}, taken within
 *     each round, the median of the rounds; empty if one of the two was not measured
 * @param withRevoked packets a second with revoked sessions against without
 * @param flags of the JVM that matter here
 */
record SessionsResult(
    SessionsPlan plan,
    String provider,
    List<Row> rows,
    double keyNanos,
    OptionalDouble ratio,
    Rates withRevoked,
    List<String> flags) {

  /**
   * Ratios of packets a second, taken within each round, the median of all; empty if they were not
   * measured.
   *
   * @param live packets of sessions whose key is remembered
   * @param unknown packets of sessions whose key is derived
   */
  record Rates(OptionalDouble live, OptionalDouble unknown) {

    static final Rates NONE = new Rates(OptionalDouble.empty(), OptionalDouble.empty());
  }

  /**
   * One number of sessions; times are medians of the rounds.
   *
   * @param revoked other sessions that the domain has revoked
   * @param remembered nanoseconds a packet
   * @param derived nanoseconds a packet if its key is derived
   * @param memory what all of them take, as the JVM and the system see it
   * @param countedBytes what a router counts for them against its limit
   */
  public record Row(
      int sessions,
      int revoked,
      double remembered,
      double derived,
      MemoryUse memory,
      long countedBytes) {}

  private static final String MILLION = "million";
  private static final String REVOKED = "revoked";
  private static final String REVOKED_UNKNOWN = "revoked-unknown";

  /** Keys of its figures in a file of limits. */
  static final List<String> FIGURES = List.of(MILLION, REVOKED, REVOKED_UNKNOWN);

  static final int FEW = 1_000;
  static final int MANY = 1_000_000;

  /** The figures within their limits. */
  List<Figure> figures(Bars bars) {
    return List.of(
        million(bars),
        rate(REVOKED, "live sessions", withRevoked.live(), bars),
        rate(REVOKED_UNKNOWN, "unknown sessions", withRevoked.unknown(), bars));
  }

  private Figure rate(String key, String sessions, OptionalDouble ratio, Bars bars) {
    String what = "packets/s of %s with revoked ones against without".formatted(sessions);
    Figure figure =
        ratio.isEmpty()
            ? Figure.unmeasured(key, what, List.of("takes --revoked"))
            : Figure.of(key, what, ratio, format("%.2f ×", ratio.getAsDouble()), List.of());
    return figure.within(bars);
  }

  private Figure million(Bars bars) {
    String what = format("%,d sessions against %,d", MANY, FEW);
    Figure figure =
        ratio.isEmpty()
            ? Figure.unmeasured(
                MILLION, what, List.of(format("takes %,d and %,d sessions", FEW, MANY)))
            : Figure.of(MILLION, what, ratio, format("%.2f ×", ratio.getAsDouble()), List.of());
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
