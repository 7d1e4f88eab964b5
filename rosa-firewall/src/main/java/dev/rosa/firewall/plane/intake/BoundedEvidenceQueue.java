package dev.rosa.firewall.plane.intake;

import java.util.ArrayDeque;
import java.util.List;

/** Evidence queue in memory, bounded. Thread-safe. */
final class BoundedEvidenceQueue implements EvidenceQueue {

  private final ArrayDeque<ReportedEvidence> queue = new ArrayDeque<>();
  private final int most;
  private boolean woken;

  BoundedEvidenceQueue(int most) {
    this.most = most;
  }

  /** Adds evidence; false: there is no room. */
  synchronized boolean add(ReportedEvidence evidence) {
    if (queue.size() >= most) {
      return false;
    }
    queue.add(evidence);
    notifyAll();
    return true;
  }

  @Override
  public synchronized void drain(List<ReportedEvidence> into, int most, long waitNanos)
      throws InterruptedException {
    long end = System.nanoTime() + waitNanos;
    long left = waitNanos;
    while (queue.isEmpty() && !woken && left > 0) {
      // A wait of 0 ms would have no end.
      wait(left / 1_000_000, (int) (left % 1_000_000));
      left = end - System.nanoTime();
    }
    woken = false;
    for (int i = 0; i < most && !queue.isEmpty(); i++) {
      into.add(queue.poll());
    }
  }

  @Override
  public synchronized void wakeUp() {
    woken = true;
    notifyAll();
  }

  /** Evidence that waits. */
  synchronized int size() {
    return queue.size();
  }
}
