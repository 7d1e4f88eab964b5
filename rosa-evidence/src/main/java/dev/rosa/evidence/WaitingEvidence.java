package dev.rosa.evidence;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Bounded queue of evidence that no plane has yet. Any thread adds without a lock, one takes. */
final class WaitingEvidence {

  private record Waiting(Evidence evidence, long sinceNanos) {}

  private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicLong added = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final int most;
  private final long patienceNanos;

  /**
   * An empty queue.
   *
   * @param most most entries
   * @param patienceNanos age from which an entry is not worth reporting
   */
  WaitingEvidence(int most, long patienceNanos) {
    this.most = most;
    this.patienceNanos = patienceNanos;
  }

  /** Adds evidence; if there is no room, the oldest goes and is counted. */
  void add(Evidence evidence, long nowNanos) {
    added.incrementAndGet();
    queue.add(new Waiting(evidence, nowNanos));
    if (size.incrementAndGet() > most && queue.poll() != null) {
      size.decrementAndGet();
      refused.incrementAndGet();
    }
  }

  /** The oldest evidence that is young enough, removed; null: there is none. */
  Evidence take(long nowNanos) {
    for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
      size.decrementAndGet();
      if (nowNanos - next.sinceNanos() <= patienceNanos) {
        return next.evidence();
      }
      refused.incrementAndGet();
    }
    return null;
  }

  /** All that were ever given to {@link #add}. */
  long added() {
    return added.get();
  }

  /** Those that had to make room, or waited too long. */
  long refused() {
    return refused.get();
  }
}
