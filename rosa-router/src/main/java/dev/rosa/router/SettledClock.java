package dev.rosa.router;

/**
 * The time by which replay windows are forgotten: the wall clock, but never ahead of what the
 * monotonic clock says has passed since a session was opened. A wall clock that jumps ahead would
 * else make all windows go, and their packets be accepted again when it is set right. After a jump
 * this clock goes on from before it until every session that was open then has ended; a restart
 * counts as a jump. One worker's.
 */
final class SettledClock {

  /** The least difference that counts as a jump. */
  private static final long JUMP_MILLIS = 100;

  private static final long MILLIS = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The lead of this clock over the monotonic one. */
  private long aheadMillis;

  /** The least that the wall clock was ahead of the monotonic one since it last jumped. */
  private long leastMillis;

  /** The end of the time in which this clock does not follow the last jump, in its own seconds. */
  private long awaitedSeconds;

  /**
   * A clock that begins at a wall clock's time.
   *
   * @param recordedSeconds what this clock said last before a restart; 0: nothing is known of
   *     before
   * @param awaitedSeconds the latest end of a session of before
   */
  SettledClock(long wallMillis, long nanos, long recordedSeconds, long awaitedSeconds) {
    long monotonicMillis = nanos / NANOS_PER_MILLI;
    leastMillis = wallMillis - monotonicMillis;
    long before = recordedSeconds == 0 ? wallMillis : recordedSeconds * MILLIS;
    aheadMillis = Math.min(wallMillis, before) - monotonicMillis;
    this.awaitedSeconds = awaitedSeconds;
  }

  /**
   * This clock's time, in Unix seconds. To be asked before sessions are opened at this time.
   *
   * @param latestEndSeconds when the last of the sessions ends that were opened so far
   */
  long seconds(long wallMillis, long nanos, long latestEndSeconds) {
    long monotonicMillis = nanos / NANOS_PER_MILLI;
    long ahead = wallMillis - monotonicMillis;
    if (ahead - leastMillis > JUMP_MILLIS) {
      awaitedSeconds = latestEndSeconds;
      leastMillis = ahead;
    }
    leastMillis = Math.min(leastMillis, ahead);
    aheadMillis = Math.min(aheadMillis, ahead);
    if (monotonicMillis + aheadMillis >= awaitedSeconds * MILLIS) {
      aheadMillis = leastMillis;
    }
    return (monotonicMillis + aheadMillis) / MILLIS;
  }
}
