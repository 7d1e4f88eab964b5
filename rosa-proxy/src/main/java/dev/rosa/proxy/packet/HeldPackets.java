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

  /** The queue of each packet that is held, and its number in the order of all. */
  private final Queue[] queues;

  private final long[] numbers;

  /** Sequence numbers of the first byte, and behind the last one, of packets held by them. */
  private final int[] begins;

  private final int[] ends;
  private long lastNumber;
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
    queues = new Queue[room];
    numbers = new long[room];
    begins = new int[room];
    ends = new int[room];
    for (int i = 0; i < room; i++) {
      next[i] = i + 1 < room ? i + 1 : NONE;
    }
  }

  /** Packets of one stream that are held, in their order. */
  static final class Queue {
    private final ClientLimits.Share share;
    private final Flow flow;
    private int first = NONE;

    /**
     * A queue without packets.
     *
     * @param share of the client that the room counts for
     * @param flow whose packets they are
     */
    Queue(ClientLimits.Share share, Flow flow) {
      this.share = share;
      this.flow = flow;
    }

    boolean isEmpty() {
      return first == NONE;
    }

    Flow flow() {
      return flow;
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
    int index = copy(queue, packet);
    if (index != NONE) {
      append(queue, index);
    }
    return index != NONE;
  }

  /**
   * Keeps a copy of a packet in a queue whose packets stand in the order of their bytes, unless one
   * that is held has all of its bytes.
   *
   * @param begin sequence number of its first byte
   * @param end sequence number behind its last one
   * @return false if there is no room, or the client has its share
   */
  boolean holdInOrder(Queue queue, PacketBuffer packet, int begin, int end) {
    int before = NONE;
    int index = queue.first;
    for (; index != NONE && begins[index] - begin <= 0; before = index, index = next[index]) {
      if (ends[index] - end >= 0) {
        return true;
      }
    }
    int held = copy(queue, packet);
    if (held == NONE) {
      return false;
    }
    begins[held] = begin;
    ends[held] = end;
    next[held] = index;
    if (before == NONE) {
      queue.first = held;
    } else {
      next[before] = held;
    }
    return true;
  }

  /** The place of a copy that is in no queue yet; none: there is no room. */
  private int copy(Queue queue, PacketBuffer packet) {
    boolean hasRoom = free != NONE && queue.share.held < ClientLimits.Share.MOST_HELD;
    if (!hasRoom || packet.length() > packets.buffer(free).capacity()) {
      return NONE;
    }
    int index = free;
    free = next[index];
    next[index] = NONE;
    packets.buffer(index).copyFrom(packet);
    queues[index] = queue;
    numbers[index] = ++lastNumber;
    queue.share.held++;
    count++;
    return index;
  }

  /**
   * The queue that gives its room to another one, if there is none. It is that of the oldest
   * packet: of its own client if that has its share, else of the client that holds most, else, if
   * nobody holds more than is fair, of all.
   *
   * @return null if there is room, or if it is the same connection's
   */
  Queue givesWay(Queue queue) {
    boolean hasShare = queue.share.held >= ClientLimits.Share.MOST_HELD;
    if (free != NONE && !hasShare) {
      return null;
    }
    int found = NONE;
    for (int i = 0; i < queues.length; i++) {
      boolean isMeant = queues[i] != null && (!hasShare || queues[i].share == queue.share);
      found = isMeant && (found == NONE || goesBefore(i, found)) ? i : found;
    }
    return found == NONE || queues[found].flow == queue.flow ? null : queues[found];
  }

  private boolean goesBefore(int one, int other) {
    int order = Integer.compare(counted(one), counted(other));
    return order == 0 ? numbers[one] < numbers[other] : order > 0;
  }

  private int counted(int index) {
    return Math.max(queues[index].share.held, ClientLimits.Share.FAIR_HELD);
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

  /** Hands over the packets of a queue in their order, and keeps them. */
  void each(Queue queue, Taker taker) throws IOException {
    for (int index = queue.first; index != NONE; index = next[index]) {
      taker.take(packets.buffer(index));
    }
  }

  /**
   * Takes the packet that has a byte out of a queue in the order of bytes, and frees its room. All
   * that have earlier bytes alone are forgotten. The packet is valid until another one is held.
   *
   * @param number of the byte
   * @return null if none has it
   */
  PacketBuffer take(Queue queue, int number) {
    while (queue.first != NONE && begins[queue.first] - number <= 0) {
      int index = queue.first;
      free(queue);
      if (ends[index] - number > 0) {
        return packets.buffer(index);
      }
    }
    return null;
  }

  /** Moves the packets of a queue behind those of another one of the same connection. */
  void move(Queue from, Queue to) {
    if (from.first == NONE) {
      return;
    }
    for (int index = from.first; index != NONE; index = next[index]) {
      queues[index] = to;
    }
    append(to, from.first);
    from.first = NONE;
  }

  private void free(Queue queue) {
    int index = queue.first;
    queue.first = next[index];
    free(queue, index);
  }

  private void free(Queue queue, int index) {
    next[index] = free;
    free = index;
    queues[index] = null;
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
