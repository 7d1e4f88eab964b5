package dev.rosa.bench.shootout.report;

import java.time.Duration;
import java.util.Locale;

/** Formatter of times, ratios and counts for people. Stateless. */
final class Numbers {

  private static final double NANOS_PER_MICRO = 1_000;
  private static final double FEW = 10;

  private Numbers() {}

  /** E.g. {@code 0.254 µs}, {@code 10.7 µs}. */
  static String micros(double ns) {
    double micros = ns / NANOS_PER_MICRO;
    return String.format(Locale.ROOT, micros < 1 ? "%.3f µs" : "%.2f µs", micros);
  }

  /** E.g. {@code 254 ns}, {@code 2.1 ns}, {@code 10,700 ns}. */
  static String nanos(double ns) {
    return String.format(Locale.ROOT, ns < FEW ? "%.1f ns" : "%,.0f ns", ns);
  }

  /** E.g. {@code 3.9}, {@code 1.04}, {@code 24}. */
  static String times(double ratio) {
    if (ratio >= 2 * FEW) {
      return String.format(Locale.ROOT, "%.0f", ratio);
    }
    return String.format(Locale.ROOT, ratio < 2 ? "%.2f" : "%.1f", ratio);
  }

  /** E.g. {@code 1,024}. */
  static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** E.g. {@code 4 min 12 s}. */
  static String duration(Duration duration) {
    long seconds = duration.toSeconds();
    return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
  }
}
