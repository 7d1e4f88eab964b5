package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import java.io.IOException;

/**
 * Packets that wait for a verdict, in lists of a connection each. There is room for so many; none
 * is allocated. Owned by one thread.
 */
final class HeldPackets {

  /** No packet: the end of a list. */
  static final int NONE = -1;

  private final PacketBatch packets;
  private final int[] next;
  private int free;
  private int count;

  /**
   * Room for packets.
   *
   * @param packetBytes the most bytes of one
   */
  HeldPackets(int room, int packetBytes) {
    packets = new PacketBatch(room, packetBytes);
    next = new int[room];
    for (int i = 0; i < room; i++) {
      next[i] = i + 1 < room ? i + 1 : NONE;
    }
  }

  /** Taker of released packets. */
  interface Taker {
    void take(PacketBuffer packet) throws IOException;
  }

  /**
   * Keeps a copy of a packet at the end of a connection's list.
   *
   * @return false if there is no room
   */
  boolean hold(Flow flow, PacketBuffer packet) {
    if (free == NONE || packet.length() > packets.buffer(free).capacity()) {
      return false;
    }
    int index = free;
    free = next[index];
    next[index] = NONE;
    packets.buffer(index).copyFrom(packet);
    append(flow, index);
    count++;
    return true;
  }

  private void append(Flow flow, int index) {
    if (flow.held == NONE) {
      flow.held = index;
      return;
    }
    int last = flow.held;
    while (next[last] != NONE) {
      last = next[last];
    }
    next[last] = index;
  }

  /** Hands over the packets of a connection in their order, and frees their room. */
  void release(Flow flow, Taker taker) throws IOException {
    while (flow.held != NONE) {
      taker.take(packets.buffer(flow.held));
      free(flow);
    }
  }

  private void free(Flow flow) {
    int index = flow.held;
    flow.held = next[index];
    next[index] = free;
    free = index;
    count--;
  }

  /** Forgets the packets of a connection. */
  void drop(Flow flow) {
    while (flow.held != NONE) {
      free(flow);
    }
  }

  int count() {
    return count;
  }
}
