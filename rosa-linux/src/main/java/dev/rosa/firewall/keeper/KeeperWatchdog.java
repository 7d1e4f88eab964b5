package dev.rosa.firewall.keeper;

/**
 * Watchdog over a role's keeper process: it notices a keeper that does not answer. The keeper is
 * asked for a sign of life, and again once it has answered. Times are {@link System#nanoTime}'s.
 * Thread-safe.
 */
final class KeeperWatchdog {

  /** Longer than a keeper waits for a program that hangs. */
  static final long PATIENCE_NANOS = 15_000_000_000L;

  private boolean asked;
  private boolean hangs;
  private long askedNanos;

  /** True if the keeper is to be asked now; then it counts as asked. */
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

  /** True if the keeper is considered hung from now on; true once. */
  synchronized boolean beginsToHang(long nowNanos) {
    if (hangs || !asked || nowNanos - askedNanos <= PATIENCE_NANOS) {
      return false;
    }
    hangs = true;
    return true;
  }

  /** True if an answer has been missing for too long. */
  synchronized boolean hangs() {
    return hangs;
  }
}
