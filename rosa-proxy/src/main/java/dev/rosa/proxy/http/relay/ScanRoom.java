package dev.rosa.proxy.http.relay;

import java.util.concurrent.atomic.AtomicLong;

/** Memory for the answers that are held by all connections, in bytes. Thread-safe. */
public final class ScanRoom {
  private final AtomicLong left;
  private final long most;

  /** Room of so many bytes. */
  public ScanRoom(long most) {
    this.most = most;
    left = new AtomicLong(most);
  }

  /** Takes bytes if there are so many. */
  boolean take(long bytes) {
    if (left.addAndGet(-bytes) >= 0) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  void giveBack(long bytes) {
    left.addAndGet(bytes);
  }

  /** Bytes that connections have now. */
  public long inUse() {
    return most - left.get();
  }
}
