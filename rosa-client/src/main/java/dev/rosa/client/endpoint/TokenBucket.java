package dev.rosa.client.endpoint;

/** Token bucket: it begins full, and gets one token in each pause. One thread's. */
final class TokenBucket {
  private final long burstMillis;
  private final long pauseMillis;

  /** It is full when this lies a burst back. */
  private long spentUntilMillis = Long.MIN_VALUE;

  /**
   * A full bucket.
   *
   * @param burst the most tokens that it holds
   */
  TokenBucket(int burst, long pauseMillis) {
    this.burstMillis = burst * pauseMillis;
    this.pauseMillis = pauseMillis;
  }

  boolean hasToken(long nowMillis) {
    return Math.max(spentUntilMillis, nowMillis - burstMillis) + pauseMillis <= nowMillis;
  }

  void take(long nowMillis) {
    spentUntilMillis = Math.max(spentUntilMillis, nowMillis - burstMillis) + pauseMillis;
  }
}
