package dev.rosa.control;

import dev.rosa.serving.MinuteRates;
import java.time.InstantSource;
import org.slf4j.Logger;

/**
 * Log lines about calls: a bounded number a minute for each caller, so that none of them can fill
 * the disk. The first line after a gap says how many were left out. Thread-safe.
 */
public final class CallerLog {

  /** Lines about refused calls of one caller a minute. */
  static final int REFUSALS_PER_MINUTE = 30;

  /** Lines about other calls of one caller a minute. */
  static final int SERVED_PER_MINUTE = 120;

  private final MinuteRates<String> refusals = new MinuteRates<>();
  private final MinuteRates<String> served = new MinuteRates<>();
  private final InstantSource clock;

  /** A log that has not left anything out yet. */
  public CallerLog(InstantSource clock) {
    this.clock = clock;
  }

  /** Writes a line about a refused call, unless the caller had its lines of this minute. */
  public void warn(Logger log, Object caller, String line) {
    refusals
        .take(caller.toString(), REFUSALS_PER_MINUTE, clock.instant())
        .ifPresent(leftOut -> log.warn("{}{}", line, said(leftOut)));
  }

  /** Writes a line about another call, unless the caller had its lines of this minute. */
  public void info(Logger log, Object caller, String line) {
    served
        .take(caller.toString(), SERVED_PER_MINUTE, clock.instant())
        .ifPresent(leftOut -> log.info("{}{}", line, said(leftOut)));
  }

  private static String said(long leftOut) {
    return leftOut == 0 ? "" : " (%d left out)".formatted(leftOut);
  }
}
