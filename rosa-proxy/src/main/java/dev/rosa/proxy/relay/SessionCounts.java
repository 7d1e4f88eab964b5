package dev.rosa.proxy.relay;

import dev.rosa.serving.SourceNetwork;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts of sessions, so that some clients cannot take the room of all: none has more than is left
 * for others. A client is a {@link SourceNetwork}. Thread-safe.
 */
final class SessionCounts {
  private final RelayLimits limits;
  private final Map<SourceNetwork, Integer> byClient = new HashMap<>();
  private int all;

  SessionCounts(RelayLimits limits) {
    this.limits = limits;
  }

  /** Counts a session if its client may have another one. */
  synchronized boolean add(InetAddress client) {
    SourceNetwork network = SourceNetwork.of(client);
    int left = limits.sessions() - all;
    boolean fits = byClient.getOrDefault(network, 0) < Math.min(limits.perClient(), left);
    if (fits) {
      all++;
      byClient.merge(network, 1, Integer::sum);
    }
    return fits;
  }

  /** A session that was counted has ended. */
  synchronized void remove(InetAddress client) {
    all--;
    byClient.computeIfPresent(
        SourceNetwork.of(client), (unused, count) -> count == 1 ? null : count - 1);
  }

  /** Sessions of all clients. */
  synchronized int all() {
    return all;
  }
}
