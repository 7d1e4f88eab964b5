package dev.rosa.session;

/**
 * Clock by which is forgotten what sessions need until their end, such as replay windows: it
 * follows the wall clock, but not its jumps ahead. A wall clock that jumps ahead would else make
 * all windows go, and their packets be accepted again when it is set right. After a jump, ahead or
 * back, the time of before goes on with the monotonic clock until every session that was opened by
 * it has really ended. A time by which no session was opened leaves no trace. A restart counts as a
 * jump. Owned by one thread.
 */
public final class SettledClock {

  /** The least difference that counts as a jump. */
  private static final long JUMP_MILLIS = 100;

  /**
   * Limit of the time before a restart: for so long it goes on at most, and so far it is behind the
   * wall clock at most. A record does not say by which time its sessions were opened.
   */
  private static final long MOST_AFTER_RESTART = 86_400_000;

  private static final long MILLIS = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The least that the wall clock was ahead of the monotonic one since it last jumped. */
  private long aheadMillis;

  /** Latest end of a session that was opened since then; 0: none was. */
  private long latestEndSeconds;

  /** The least that the wall clock was ahead when sessions of before were opened. */
  private long aheadBefore;

  /** Monotonic time at which the last of those has ended. */
  private long untilMillis;

  /**
   * A clock that begins at a wall clock's time.
   *
   * @param recordedSeconds what this clock said last before a restart; 0: nothing is known of
   *     before
   * @param latestEndSeconds the latest end of a session of before
   */
  public SettledClock(long wallMillis, long nanos, long recordedSeconds, long latestEndSeconds) {
    long monotonicMillis = nanos / NANOS_PER_MILLI;
    long latestEnd = latestEndSeconds * MILLIS;
    long recorded = recordedSeconds == 0 ? wallMillis : recordedSeconds * MILLIS;
    long before = Math.max(recorded, Math.min(wallMillis, latestEnd) - MOST_AFTER_RESTART);
    aheadMillis = wallMillis - monotonicMillis;
    aheadBefore = before - monotonicMillis;
    untilMillis = monotonicMillis + Math.min(latestEnd - before, MOST_AFTER_RESTART);
  }

  /**
   * This clock's time in Unix seconds; never later than the wall clock. To be asked before sessions
   * are opened at this time.
   *
   * @param latestEndSeconds when the last of the sessions ends that were opened since this was last
   *     asked; 0: none was
   */
  public long seconds(long wallMillis, long nanos, long latestEndSeconds) {
    long monotonicMillis = nanos / NANOS_PER_MILLI;
    long ahead = wallMillis - monotonicMillis;
    this.latestEndSeconds = Math.max(this.latestEndSeconds, latestEndSeconds);
    if (Math.abs(ahead - aheadMillis) > JUMP_MILLIS) {
      keepTime(monotonicMillis);
      aheadMillis = ahead;
    }
    aheadMillis = Math.min(aheadMillis, ahead);
    long settled = isAwaiting(monotonicMillis) ? Math.min(aheadMillis, aheadBefore) : aheadMillis;
    return (monotonicMillis + settled) / MILLIS;
  }

  /** True if a session of before a jump may not have ended yet. */
  private boolean isAwaiting(long monotonicMillis) {
    return monotonicMillis < untilMillis;
  }

  /** Lets the time go on by which sessions were opened until now, and that of before with it. */
  private void keepTime(long monotonicMillis) {
    if (latestEndSeconds == 0) {
      return;
    }
    aheadBefore = isAwaiting(monotonicMillis) ? Math.min(aheadBefore, aheadMillis) : aheadMillis;
    untilMillis = Math.max(untilMillis, latestEndSeconds * MILLIS - aheadMillis);
    latestEndSeconds = 0;
  }
}
