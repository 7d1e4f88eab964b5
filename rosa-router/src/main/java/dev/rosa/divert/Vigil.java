package dev.rosa.divert;

/**
 * Whether a keeper still keeps: it is asked, and asked again once it has answered. Times are {@link
 * System#nanoTime}'s. Thread-safe.
 */
final class Vigil {

  /** Longer than a keeper waits for a program that hangs. */
  static final long PATIENCE_NANOS = 15_000_000_000L;

  private boolean asked;
  private boolean hangs;
  private long askedNanos;

  /** Whether to ask now; then it counts as asked. */
  synchronized boolean mayAsk(long nowNanos) {
    if (asked) {
      return false;
    }
    asked = true;
    askedNanos = nowNanos;
    return true;
  }

  /**
   * It has answered.
   *
   * @return whether it had been taken for one that hangs
   */
  synchronized boolean answered() {
    boolean before = hangs;
    asked = false;
    hangs = false;
    return before;
  }

  /** Whether it has to be taken for one that hangs from now on; true once. */
  synchronized boolean beginsToHang(long nowNanos) {
    if (hangs || !asked || nowNanos - askedNanos <= PATIENCE_NANOS) {
      return false;
    }
    hangs = true;
    return true;
  }

  /** Whether it owes an answer for too long. */
  synchronized boolean hangs() {
    return hangs;
  }
}
