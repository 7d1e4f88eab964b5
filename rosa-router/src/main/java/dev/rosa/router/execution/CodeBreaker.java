package dev.rosa.router.execution;

import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.MinuteRates;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Breaker of one code: it stops a code that fails too often, until an operator has looked at it.
 * Meanwhile the code's failure policy applies to its packets. Shared by all workers; thread-safe.
 */
public final class CodeBreaker {

  /**
   * Number of failures that stop a code.
   *
   * @param failures faults and used up budgets together; 0: no code is stopped
   * @param within time from the first of them to the last
   */
  public record Limits(int failures, Duration within) {

    /** 100 in 10 s. */
    public static final Limits DEFAULT = new Limits(100, Duration.ofSeconds(10));

    static final Limits NONE = new Limits(0, Duration.ZERO);
  }

  /**
   * Stop of a code.
   *
   * @param since when it was stopped
   * @param session the session whose packet it failed on last
   * @param failure the last failure: {@code fault}, or the budget that was used up
   */
  public record Stop(Instant since, long session, String failure) {}

  private static final Logger LOG = LoggerFactory.getLogger(CodeBreaker.class);
  private static final int SHORT_DIGITS = 8;
  private static final int LINES_PER_MINUTE = 20;

  private final CodeDigest code;
  private final Limits limits;
  private final WorkerClock clock;

  /** Times of the last failures, in a ring. */
  private final long[] times;

  private int next;
  private long failures;

  private final MinuteRates<CodeDigest> lines = new MinuteRates<>();

  /** Null while the code runs. */
  private volatile Stop stop;

  CodeBreaker(CodeDigest code, Limits limits, WorkerClock clock) {
    this.code = code;
    this.limits = limits;
    this.clock = clock;
    this.times = new long[limits.failures()];
  }

  /** A breaker that never stops its code. */
  public static CodeBreaker never(CodeDigest code) {
    return new CodeBreaker(code, Limits.NONE, WorkerClock.system());
  }

  CodeDigest code() {
    return code;
  }

  /**
   * True if a line about the code's failures may be logged. Each instance tells of its first one,
   * and there can be any number of instances, one after the other.
   */
  boolean mayTell() {
    return lines.take(code, LINES_PER_MINUTE, clock.wall().instant()).isPresent();
  }

  /** True if the code is not to be run. */
  boolean isOpen() {
    return stop != null;
  }

  /** The stop that is in force. */
  Optional<Stop> stop() {
    return Optional.ofNullable(stop);
  }

  /** Takes note of a failure, which may be the one that stops the code. */
  synchronized void failed(long session, String failure) {
    if (times.length == 0 || stop != null) {
      return;
    }
    long now = clock.nanos().getAsLong();
    failures++;
    times[next] = now;
    next = (next + 1) % times.length;
    // The place to be written next holds the first of the last so many.
    if (failures >= times.length && now - times[next] <= limits.within().toNanos()) {
      stop = new Stop(clock.wall().instant(), session, failure);
      LOG.error(
          "ALARM code {} is stopped: it failed on {} packets within {} s, at last by {} on one of"
              + " session {}; look at it, then run 'rosa router --config FILE code resume {}'",
          code,
          times.length,
          limits.within().toSeconds(),
          failure,
          Long.toHexString(session),
          code.hex().substring(0, SHORT_DIGITS));
    }
  }

  /** Lets the code run again; returns false if it was not stopped. */
  synchronized boolean resume() {
    boolean wasOpen = stop != null;
    stop = null;
    failures = 0;
    if (wasOpen) {
      LOG.info("code {} runs again", code);
    }
    return wasOpen;
  }
}
