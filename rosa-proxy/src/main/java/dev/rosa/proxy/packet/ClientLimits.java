package dev.rosa.proxy.packet;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/** Counts of connections by client: one client cannot take the room of all. Owned by one thread. */
final class ClientLimits {
  private final int most;
  private final Map<InetAddress, int[]> counts = new HashMap<>();

  ClientLimits(int most) {
    this.most = most;
  }

  /** True if a client may have another connection, which is counted then. */
  boolean add(InetAddress client) {
    int[] count = counts.computeIfAbsent(client, unused -> new int[1]);
    if (count[0] >= most) {
      return false;
    }
    count[0]++;
    return true;
  }

  /** A connection of a client is over. */
  void remove(InetAddress client) {
    int[] count = counts.get(client);
    if (--count[0] == 0) {
      counts.remove(client);
    }
  }
}
