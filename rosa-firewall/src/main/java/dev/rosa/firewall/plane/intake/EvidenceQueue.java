package dev.rosa.firewall.plane.intake;

import java.util.List;

/** Queue of evidence that the deciding thread drains in batches. */
public interface EvidenceQueue {

  /**
   * Moves what is there into a list, the oldest first. Waits for the first one, but not longer than
   * until {@link #wakeUp}.
   *
   * @param into is not emptied first
   * @param most most elements that are moved
   * @param waitNanos the longest to wait; 0: do not wait
   */
  void drain(List<ReportedEvidence> into, int most, long waitNanos) throws InterruptedException;

  /** Lets {@link #drain} return now, or its next call at once. From any thread. */
  void wakeUp();
}
