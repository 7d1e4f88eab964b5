package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Routers that may come back in a moment: their stream has ended not long ago, or this Code Server
 * has served for a short time only. A refresh waits for them as for connected ones. Bounded; the
 * router that left longest ago is forgotten. Thread-safe.
 */
final class RouterPresence {

  /**
   * Time in which a router comes back. One that was refused tries again after 12.5 s at the latest
   * (Backoff), and may have to find out that another Code Server is silent.
   */
  static final Duration RETURN = Duration.ofSeconds(30);

  private static final int MOST_ROUTERS = 1_024;

  private final ServingLease lease;
  private final LongSupplier nanos;
  private final Map<RosaId, Long> leftAt = new LinkedHashMap<>();

  RouterPresence(ServingLease lease, LongSupplier nanos) {
    this.lease = lease;
    this.nanos = nanos;
  }

  /** Notes the end of a router's stream. */
  synchronized void left(RosaId router) {
    leftAt.remove(router);
    leftAt.values().removeIf(this::isLongAgo);
    if (leftAt.size() >= MOST_ROUTERS) {
      leftAt.remove(leftAt.keySet().iterator().next());
    }
    leftAt.put(router, nanos.getAsLong());
  }

  /** True if a router that does not watch may come back in a moment. */
  boolean mayReturn(RosaId router) {
    return !lease.hasServedFor(RETURN) || leftNotLongAgo(router);
  }

  private synchronized boolean leftNotLongAgo(RosaId router) {
    Long left = leftAt.get(router);
    return left != null && !isLongAgo(left);
  }

  private boolean isLongAgo(long left) {
    return nanos.getAsLong() - left >= RETURN.toNanos();
  }
}
