package dev.rosa.bench.display;

import java.util.Locale;

/** The time that the rest of a run takes, for people. Stateless. */
public final class TimeLeft {

  private static final int MINUTE = 60;

  private TimeLeft() {}

  /** E.g. {@code 40 s left}, {@code 3 min left}; rounded up, and never 0 while something runs. */
  public static String of(double seconds) {
    long whole = Math.max(1, (long) Math.ceil(seconds));
    return whole < MINUTE
        ? String.format(Locale.ROOT, "%d s left", whole)
        : String.format(Locale.ROOT, "%d min left", (whole + MINUTE - 1) / MINUTE);
  }
}
