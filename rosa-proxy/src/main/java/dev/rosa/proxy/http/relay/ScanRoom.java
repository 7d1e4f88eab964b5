package dev.rosa.proxy.http.relay;

import dev.rosa.serving.SourceNetwork;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory for the answers that are held by all connections, in bytes. One client has a part of it at
 * most, and no more than was left for others, so that slow servers of some cannot take the room of
 * all. Thread-safe.
 */
public final class ScanRoom {

  /** A client has one part of so many. */
  private static final int PARTS = 4;

  private final long most;
  private final Map<SourceNetwork, Long> byClient = new HashMap<>();
  private long used;

  /** Room of so many bytes. */
  public ScanRoom(long most) {
    this.most = most;
  }

  /** Takes bytes if there are so many for that client. */
  synchronized boolean take(SourceNetwork client, long bytes) {
    long ofClient = byClient.getOrDefault(client, 0L) + bytes;
    boolean fits = ofClient <= Math.min(most / PARTS, most - used);
    if (fits) {
      used += bytes;
      byClient.put(client, ofClient);
    }
    return fits;
  }

  synchronized void giveBack(SourceNetwork client, long bytes) {
    used -= bytes;
    byClient.computeIfPresent(client, (unused, held) -> held == bytes ? null : held - bytes);
  }

  /** Bytes that connections have now. */
  public synchronized long inUse() {
    return used;
  }
}
