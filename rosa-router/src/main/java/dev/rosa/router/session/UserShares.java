package dev.rosa.router.session;

/**
 * Counts of sessions and bytes by user in a session cache; they show users above a quarter, whose
 * sessions leave first. Counters are found by a keyed hash; two users that meet in one are taken
 * for one. One worker's.
 */
final class UserShares {

  /** Divisor of the cache for one user's share. */
  private static final int PARTS = 4;

  private static final int LEAST_COUNTERS = 1_024;
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final int[] sessions;
  private final long[] bytes;
  private final int mostSessions;
  private final long mostBytes;
  private final int shift;
  private final long seed;

  /** Counters that are above a share. */
  private int exceeded;

  /** Shares of an empty cache. */
  UserShares(SessionLimits limits, long seed) {
    int counters = Integer.highestOneBit(Math.max(LEAST_COUNTERS, limits.sessions()));
    this.sessions = new int[counters];
    this.bytes = new long[counters];
    this.mostSessions = limits.sessions() / PARTS;
    this.mostBytes = limits.bytes() / PARTS;
    this.shift = Long.SIZE - Integer.numberOfTrailingZeros(counters);
    this.seed = seed;
  }

  private int counter(int user) {
    return (int) (((user ^ seed) * SPREAD) >>> shift);
  }

  /** A user has a session more. */
  void add(int user, int footprintBytes) {
    change(counter(user), 1, footprintBytes);
  }

  /** A user has a session less. */
  void remove(int user, int footprintBytes) {
    change(counter(user), -1, -footprintBytes);
  }

  private void change(int counter, int moreSessions, int moreBytes) {
    boolean before = isExceeded(counter);
    sessions[counter] += moreSessions;
    bytes[counter] += moreBytes;
    exceeded += (isExceeded(counter) ? 1 : 0) - (before ? 1 : 0);
  }

  private boolean isExceeded(int counter) {
    return sessions[counter] > mostSessions || bytes[counter] > mostBytes;
  }

  /** True if a user has more than its share. */
  boolean isExceededBy(int user) {
    return isExceeded(counter(user));
  }

  /** True if any user has more than its share. */
  boolean isExceeded() {
    return exceeded > 0;
  }
}
