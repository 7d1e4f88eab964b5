package dev.rosa.as.records;

import dev.rosa.session.SettledClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time by which is deleted and destroyed what cannot be brought back. It is never later than the
 * wall clock, and does not follow its jumps ahead until all sessions of before have really ended. A
 * jump ahead by more than the skew raises an alarm in the log, once. A restart counts as a jump:
 * the time goes on from the last session that was issued, at most a day behind the wall clock.
 * Thread-safe.
 */
public final class PassedTime {
  private static final Logger LOG = LoggerFactory.getLogger(PassedTime.class);

  /** The time is in whole seconds. */
  private static final Duration ROUNDING = Duration.ofSeconds(1);

  private final InstantSource wall;
  private final LongSupplier nanos;
  private final Duration longest;

  /** The least distance that is told. */
  private final Duration noticed;

  /** Null before the first use. */
  private SettledClock settled;

  private long lastWallMillis;
  private long lastNanos;
  private long jumps;
  private boolean alarmed;
  private volatile long aheadSeconds;

  /**
   * Time that has not begun: a command needs none.
   *
   * @param nanos the monotonic clock, as {@link System#nanoTime}
   * @param longest longest time from a request until no packet of its session can be valid
   * @param skew how far clocks may be apart
   */
  public PassedTime(InstantSource wall, LongSupplier nanos, Duration longest, Duration skew) {
    this.wall = wall;
    this.nanos = nanos;
    this.longest = longest;
    this.noticed = skew.plus(ROUNDING);
  }

  /** The time now. The first call begins it with what a storage knows of before. */
  public synchronized Instant now(Handle handle) {
    Instant clock = wall.instant();
    long ticks = nanos.getAsLong();
    if (settled == null) {
      settled = begun(handle, clock, ticks);
    } else {
      noticeJump(clock, ticks);
    }
    lastWallMillis = clock.toEpochMilli();
    lastNanos = ticks;
    long latestEnd = clock.plus(longest).getEpochSecond();
    Instant passed = Instant.ofEpochSecond(settled.seconds(clock.toEpochMilli(), ticks, latestEnd));
    announce(clock, Duration.between(passed, clock));
    return passed;
  }

  private static SettledClock begun(Handle handle, Instant clock, long ticks) {
    long lastIssued = Math.max(1, ClockFloor.read(handle).getEpochSecond());
    return new SettledClock(clock.toEpochMilli(), ticks, lastIssued, latestEnd(handle));
  }

  /** The latest end of what a clock that was wrong at the start could take for ended. */
  private static long latestEnd(Handle handle) {
    return handle
        .createQuery(
            "SELECT COALESCE(MAX(latest), 0) FROM (SELECT MAX(set_) AS latest FROM sessions"
                + " UNION ALL SELECT MAX(ends_at) AS latest FROM revocations"
                + " UNION ALL SELECT MAX(last_end) AS latest FROM lost_sessions) AS ends")
        .mapTo(Long.class)
        .one();
  }

  private void noticeJump(Instant clock, long ticks) {
    long jump =
        clock.toEpochMilli() - lastWallMillis - Duration.ofNanos(ticks - lastNanos).toMillis();
    if (jump <= noticed.toMillis()) {
      return;
    }
    jumps++;
    if (!alarmed) {
      alarmed = true;
      LOG.error(
          "ALARM clock went ahead by {} s: it says {}. Revocations that end and secrets of epochs"
              + " that end are kept until this time has really passed; if the clock is wrong, set"
              + " it",
          Duration.ofMillis(jump).toSeconds(),
          clock);
    }
  }

  private void announce(Instant clock, Duration ahead) {
    aheadSeconds = Math.max(0, ahead.toSeconds());
    if (alarmed && ahead.compareTo(noticed) <= 0) {
      alarmed = false;
      LOG.info("clock agrees with the time that has passed again: {}", clock);
    }
  }

  /** Figures for the status pages. */
  public Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("aheadSeconds", aheadSeconds);
    figures.put("jumps", jumps());
    return figures;
  }

  private synchronized long jumps() {
    return jumps;
  }
}
