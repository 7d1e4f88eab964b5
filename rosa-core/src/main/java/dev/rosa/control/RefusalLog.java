package dev.rosa.control;

import dev.rosa.serving.MinuteRates;
import java.time.InstantSource;
import org.slf4j.Logger;

/**
 * Log lines about refused calls: a bounded number a minute for each caller, so that none of them
 * can fill the disk. The first line after a gap says how many were left out. Thread-safe.
 */
public final class RefusalLog {

  /** Lines of one caller a minute. */
  static final int LINES_PER_MINUTE = 30;

  private final MinuteRates<String> lines = new MinuteRates<>();
  private final InstantSource clock;

  /** A log that has not left anything out yet. */
  public RefusalLog(InstantSource clock) {
    this.clock = clock;
  }

  /** Writes a line at level WARN, unless the caller had its lines of this minute. */
  public void warn(Logger log, Object caller, String line) {
    lines
        .take(caller.toString(), LINES_PER_MINUTE, clock.instant())
        .ifPresent(
            leftOut ->
                log.warn("{}{}", line, leftOut == 0 ? "" : " (%d left out)".formatted(leftOut)));
  }
}
