package dev.rosa.proxy.ftp.relay;

import dev.rosa.serving.SourceNetwork;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Pace at which one client's sessions open holes. A hole that was closed keeps its place in the
 * kernel's set for up to a second, so that one client could take those of all others. A client is a
 * {@link SourceNetwork}. Thread-safe.
 */
final class HolePace {

  /** Time between two holes of a client: a hundred a second. */
  static final long GAP_NANOS = 10_000_000L;

  private static final int MOST_CLIENTS = 1_024;

  /** When a client's next hole may be opened. */
  private final Map<SourceNetwork, Long> next = new HashMap<>();

  /**
   * Books the next hole of a client.
   *
   * @return nanoseconds that it has to wait, from 0
   */
  synchronized long book(InetAddress client, long nowNanos) {
    if (next.size() >= MOST_CLIENTS) {
      next.values().removeIf(time -> time - nowNanos <= 0);
    }
    SourceNetwork network = SourceNetwork.of(client);
    long earliest = next.getOrDefault(network, nowNanos);
    long time = earliest - nowNanos > 0 ? earliest : nowNanos;
    next.put(network, time + GAP_NANOS);
    return time - nowNanos;
  }
}
