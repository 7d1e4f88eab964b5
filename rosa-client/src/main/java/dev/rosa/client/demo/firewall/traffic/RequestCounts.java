package dev.rosa.client.demo.firewall.traffic;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of a host's requests by their outcome. Thread-safe. */
public final class RequestCounts {

  private final AtomicLong served = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong blocked = new AtomicLong();

  /**
   * The counts at one moment.
   *
   * @param served requests that the service did
   * @param refused requests that the service answered with an error
   * @param blocked requests without an answer: no connection, or one that ended early
   */
  public record Snapshot(long served, long refused, long blocked) {

    /** What was counted since an earlier moment. */
    public Snapshot since(Snapshot earlier) {
      return new Snapshot(
          served - earlier.served, refused - earlier.refused, blocked - earlier.blocked);
    }
  }

  void countAnswer(int status) {
    (status == 200 ? served : refused).incrementAndGet();
  }

  void countBlocked() {
    blocked.incrementAndGet();
  }

  /** The counts now. */
  public Snapshot now() {
    return new Snapshot(served.get(), refused.get(), blocked.get());
  }
}
