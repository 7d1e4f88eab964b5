package dev.rosa.client.endpoint;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Buffer of a Destination's packets that wait for their session to be joined: few in all, fewer of
 * each. One thread.
 */
final class ParkedPackets {
  private static final int MAX_PER_SESSION = 256;
  private static final int MAX_IN_ALL = 1_024;
  private static final int MAX_BYTES = 8 << 20;

  private final Map<Long, Queue<byte[]>> bySession = new HashMap<>();
  private int packets;
  private int bytes;

  /** Keeps a packet, or says false if there is no room. */
  boolean park(long session, byte[] packet) {
    Queue<byte[]> queue = bySession.get(session);
    boolean full =
        packets >= MAX_IN_ALL
            || bytes + packet.length > MAX_BYTES
            || (queue != null && queue.size() >= MAX_PER_SESSION);
    if (full) {
      return false;
    }
    bySession.computeIfAbsent(session, absent -> new ArrayDeque<>()).add(packet);
    packets++;
    bytes += packet.length;
    return true;
  }

  /** Gives back all packets of a session, oldest first. */
  Queue<byte[]> take(long session) {
    Queue<byte[]> queue = bySession.remove(session);
    if (queue == null) {
      return new ArrayDeque<>();
    }
    packets -= queue.size();
    queue.forEach(packet -> bytes -= packet.length);
    return queue;
  }
}
