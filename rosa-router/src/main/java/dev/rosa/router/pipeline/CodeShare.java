package dev.rosa.router.pipeline;

/**
 * Share of a worker's time that the code of one user's packets may take while other packets wait.
 * Only packets that take much fuel or time count: for others, to drop one saves little. While a
 * worker is crowded, a user may take an eighth of its time, and all users together a half; beyond
 * that their packets are dropped, so that those behind them go on. A worker that is not crowded
 * runs all. Users are found by a keyed hash; two that meet in one counter are taken for one. Times
 * are {@link System#nanoTime}'s. One worker's.
 */
final class CodeShare {

  /** Units of fuel of a packet that counts: some tens of microseconds. */
  static final int HEAVY_UNITS = 200_000;

  /** Time that a user may take at once. */
  static final long BURST_NANOS = 20_000_000;

  /** What is remembered of a user at most: one that was alone is not dropped for long. */
  private static final long MOST_NANOS = 2 * BURST_NANOS;

  /** A user whose packet took much fuel so long ago belongs to those who share a half. */
  private static final long RECENT_NANOS = 1_000_000_000;

  /** Divisors of the worker's time. */
  private static final int PARTS_OF_USER = 8;

  private static final int PARTS_OF_ALL = 2;

  private static final int USER_BITS = 10;
  private static final int ALL = 1 << USER_BITS;
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final long seed;
  private final long[] takenNanos = new long[ALL + 1];
  private final long[] notedNanos = new long[ALL + 1];

  CodeShare(long seed) {
    this.seed = seed;
  }

  /** True if a user, whom a packet's tag has proven, has had more than its share. */
  boolean isExceededBy(long userHigh, long userLow, long nowNanos) {
    int user = counter(userHigh, userLow);
    return taken(user, PARTS_OF_USER, nowNanos) > BURST_NANOS
        || (hasTaken(user, nowNanos) && taken(ALL, PARTS_OF_ALL, nowNanos) > BURST_NANOS);
  }

  /** Notes the time that code took for a packet of a user. */
  void take(long userHigh, long userLow, long nanos, long nowNanos) {
    note(counter(userHigh, userLow), PARTS_OF_USER, nanos, nowNanos);
    note(ALL, PARTS_OF_ALL, nanos, nowNanos);
  }

  private int counter(long userHigh, long userLow) {
    long user = (userHigh * SPREAD) ^ userLow ^ seed;
    return (int) ((user * SPREAD) >>> (Long.SIZE - USER_BITS));
  }

  private boolean hasTaken(int counter, long nowNanos) {
    return takenNanos[counter] > 0 && nowNanos - notedNanos[counter] < RECENT_NANOS;
  }

  private long taken(int counter, int parts, long nowNanos) {
    return Math.max(0, takenNanos[counter] - (nowNanos - notedNanos[counter]) / parts);
  }

  private void note(int counter, int parts, long nanos, long nowNanos) {
    takenNanos[counter] = Math.min(MOST_NANOS, taken(counter, parts, nowNanos) + nanos);
    notedNanos[counter] = nowNanos;
  }
}
