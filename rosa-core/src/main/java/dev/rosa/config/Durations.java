package dev.rosa.config;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader and writer of lengths of time as an operator writes them: a whole number and a unit,
 * {@code 250ms}.
 */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  /** A hundred years; what is added to a time of day or counted in milliseconds stays in range. */
  private static final Duration MOST = Duration.ofDays(36_500);

  private Durations() {}

  /**
   * Reads {@code 250ms}, {@code 2s}, {@code 5m}, {@code 1h} or {@code 1d}.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "', expected a time with unit such as 250ms, 2s, 5m, 1h, 1d");
    }
    Duration duration = Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
    if (duration.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "'" + text + "', expected a time of at most " + format(MOST));
    }
    return duration;
  }

  /** Writes a duration in the largest unit that takes it whole, the inverse of {@link #parse}. */
  public static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    if (seconds % 3600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3600 + "h";
  }
}
