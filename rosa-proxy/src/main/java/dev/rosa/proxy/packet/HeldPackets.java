package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import java.io.IOException;

/**
 * Packets that wait for a verdict, in a queue for each stream. There is room for so many; none is
 * allocated. Owned by one thread.
 */
final class HeldPackets {

  /** No packet: the end of a queue. */
  private static final int NONE = -1;

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

  /** Packets of one stream that are held, in their order. */
  static final class Queue {
    private final ClientShare share;
    private int first = NONE;

    Queue(ClientShare share) {
      this.share = share;
    }

    boolean isEmpty() {
      return first == NONE;
    }
  }

  /** Taker of released packets. */
  interface Taker {
    void take(PacketBuffer packet) throws IOException;
  }

  /** Packets of a queue. */
  int size(Queue queue) {
    int size = 0;
    for (int index = queue.first; index != NONE; index = next[index]) {
      size++;
    }
    return size;
  }

  /**
   * Keeps a copy of a packet at the end of a stream's queue.
   *
   * @return false if there is no room, or the client has its share
   */
  boolean hold(Queue queue, PacketBuffer packet) {
    boolean hasRoom = free != NONE && queue.share.held < ClientShare.MOST_HELD;
    if (!hasRoom || packet.length() > packets.buffer(free).capacity()) {
      return false;
    }
    int index = free;
    free = next[index];
    next[index] = NONE;
    packets.buffer(index).copyFrom(packet);
    append(queue, index);
    queue.share.held++;
    count++;
    return true;
  }

  private void append(Queue queue, int index) {
    if (queue.first == NONE) {
      queue.first = index;
      return;
    }
    int last = queue.first;
    while (next[last] != NONE) {
      last = next[last];
    }
    next[last] = index;
  }

  /** Hands over the packets of a queue in their order, and frees their room. */
  void release(Queue queue, Taker taker) throws IOException {
    while (queue.first != NONE) {
      taker.take(packets.buffer(queue.first));
      free(queue);
    }
  }

  private void free(Queue queue) {
    int index = queue.first;
    queue.first = next[index];
    next[index] = free;
    free = index;
    queue.share.held--;
    count--;
  }

  /** Forgets the packets of a queue. */
  void drop(Queue queue) {
    while (queue.first != NONE) {
      free(queue);
    }
  }

  int count() {
    return count;
  }
}
