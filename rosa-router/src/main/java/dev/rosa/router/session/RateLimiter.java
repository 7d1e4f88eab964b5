package dev.rosa.router.session;

/**
 * Token bucket for the rate of a grant; it holds one second's worth (PROTOCOL §4, §5 step 9). Its
 * state is two words in the caller's memory: the tokens that are missing, in nanoseconds of
 * refilling, and the time of the last refill. All 0: the bucket is full. Stateless.
 */
final class RateLimiter {

  /** Words of memory for a bucket. */
  static final int WORDS = 2;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private RateLimiter() {}

  /**
   * Takes one packet at {@code nowNanos}; false if the grant does not allow it.
   *
   * @param packetsPerSecond unsigned 32-bit; 0: no limit
   */
  static boolean tryTake(long[] memory, int at, long packetsPerSecond, long nowNanos) {
    if (packetsPerSecond == 0) {
      return true;
    }
    long missing = refill(memory, at, nowNanos);
    long cost = NANOS_PER_SECOND / packetsPerSecond;
    if (missing + cost > NANOS_PER_SECOND) {
      return false;
    }
    memory[at] = missing + cost;
    return true;
  }

  /** The tokens that are missing now. Packets that are out of order do not turn the time back. */
  private static long refill(long[] memory, int at, long nowNanos) {
    long missing = memory[at];
    long passed = nowNanos - memory[at + 1];
    if (missing == 0 || passed > 0) {
      memory[at] = missing = Math.max(0, missing - Math.max(0, passed));
      memory[at + 1] = nowNanos;
    }
    return missing;
  }
}
