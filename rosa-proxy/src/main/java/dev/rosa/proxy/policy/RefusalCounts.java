package dev.rosa.proxy.policy;

import dev.rosa.proxy.stream.RefusalReason;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counters of refusals, one for each reason. Written by one worker, read by any thread. */
public final class RefusalCounts {
  private final AtomicLongArray counts = new AtomicLongArray(RefusalReason.values().length);

  /** Counts one. */
  public void add(RefusalReason reason) {
    counts.lazySet(reason.ordinal(), counts.getPlain(reason.ordinal()) + 1);
  }

  /** The count of a reason. */
  public long of(RefusalReason reason) {
    return counts.get(reason.ordinal());
  }
}
