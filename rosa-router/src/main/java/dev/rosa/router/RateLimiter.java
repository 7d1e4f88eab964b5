package dev.rosa.router;

/**
 * The rate of a grant as a token bucket that holds one second's worth (PROTOCOL §4, §5 step 9).
 * Owned by one thread; allocates nothing.
 */
final class RateLimiter {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Unsigned; 0: no limit. */
  private final long packetsPerSecond;

  /** Room in the bucket in nanoseconds of refilling: one packet costs 1 s ÷ rate. */
  private long creditNanos = NANOS_PER_SECOND;

  private long lastNanos;
  private boolean started;

  RateLimiter(int packetsPerSecond) {
    this.packetsPerSecond = Integer.toUnsignedLong(packetsPerSecond);
  }

  /** Takes one packet at {@code nowNanos}; false if the grant does not allow it. */
  boolean tryTake(long nowNanos) {
    if (packetsPerSecond == 0) {
      return true;
    }
    refill(nowNanos);
    long cost = NANOS_PER_SECOND / packetsPerSecond;
    if (creditNanos < cost) {
      return false;
    }
    creditNanos -= cost;
    return true;
  }

  private void refill(long nowNanos) {
    long passed = started ? nowNanos - lastNanos : 0;
    if (passed > 0) {
      creditNanos = Math.min(NANOS_PER_SECOND, creditNanos + Math.min(passed, NANOS_PER_SECOND));
    }
    if (!started || passed > 0) {
      lastNanos = nowNanos;
    }
    started = true;
  }
}
