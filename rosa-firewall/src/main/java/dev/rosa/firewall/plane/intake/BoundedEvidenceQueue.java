package dev.rosa.firewall.plane.intake;

import dev.rosa.evidence.Proof;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Evidence queue in memory, bounded. Evidence with a proof has places of its own and comes first,
 * so that a flood of other evidence does not delay it. Thread-safe.
 */
final class BoundedEvidenceQueue implements EvidenceQueue {

  /**
   * Evidence without a proof at a time: what has one waits for the decisions on so many at most.
   */
  private static final int MOST_OTHERS = 64;

  private final ArrayDeque<ReportedEvidence> proven = new ArrayDeque<>();
  private final ArrayDeque<ReportedEvidence> others = new ArrayDeque<>();
  private final int most;
  private boolean woken;

  BoundedEvidenceQueue(int most) {
    this.most = most;
  }

  /** Adds evidence; false: there is no room. */
  synchronized boolean add(ReportedEvidence evidence) {
    boolean isProven = evidence.evidence().proof() != Proof.NONE;
    ArrayDeque<ReportedEvidence> queue = isProven ? proven : others;
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
    while (size() == 0 && !woken && left > 0) {
      // A wait of 0 ms would have no end.
      wait(left / 1_000_000, (int) (left % 1_000_000));
      left = end - System.nanoTime();
    }
    woken = false;
    move(proven, into, most);
    move(others, into, Math.min(most - into.size(), MOST_OTHERS));
  }

  private static void move(
      ArrayDeque<ReportedEvidence> from, List<ReportedEvidence> into, int most) {
    for (int i = 0; i < most && !from.isEmpty(); i++) {
      into.add(from.poll());
    }
  }

  @Override
  public synchronized void wakeUp() {
    woken = true;
    notifyAll();
  }

  /** Evidence that waits. */
  synchronized int size() {
    return proven.size() + others.size();
  }
}
