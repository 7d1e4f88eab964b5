package dev.rosa.router.pipeline;

/**
 * Token bucket for packets of unknown sessions, per second. Deriving a key is the most expensive
 * operation that a forged packet can cause. So unverified packets get a share of the time that
 * leaves the rest to verified sessions. The bucket holds a tenth of a second's worth, and never
 * less than one packet. One worker's.
 */
final class UnverifiedLimit {

  /** No limit. */
  static final int NONE = 0;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long BURST_NANOS = NANOS_PER_SECOND / 10;

  /** Cost of one packet; 0: there is no limit. */
  private final long cost;

  private final long most;
  private long credit;
  private long refilledNanos;
  private boolean begun;

  /**
   * A limit, with a full bucket.
   *
   * @param packetsPerSecond at least 1, or {@link #NONE}
   */
  UnverifiedLimit(int packetsPerSecond) {
    cost = packetsPerSecond == NONE ? 0 : NANOS_PER_SECOND / packetsPerSecond;
    most = Math.max(cost, BURST_NANOS);
    credit = most;
  }

  /** Says what time it is, once a batch. Arrivals that are out of order do not turn it back. */
  void refill(long nowNanos) {
    long passed = begun ? Math.max(0, nowNanos - refilledNanos) : 0;
    if (passed > 0 || !begun) {
      refilledNanos = nowNanos;
    }
    begun = true;
    credit = passed >= most ? most : Math.min(most, credit + passed);
  }

  /** Takes one packet; false if there were too many. */
  boolean tryTake() {
    if (credit < cost) {
      return false;
    }
    credit -= cost;
    return true;
  }
}
