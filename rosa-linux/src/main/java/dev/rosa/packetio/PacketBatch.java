package dev.rosa.packetio;

import java.nio.ByteBuffer;

/**
 * Batch of packets that are received, worked on and sent together. Its buffers are made once and
 * reused. Owned by one thread.
 */
public final class PacketBatch {

  private final PacketBuffer[] buffers;
  private int size;

  /**
   * A batch with memory of its own, off heap: sockets and native engines use it without a copy.
   *
   * @param capacity packets, at least 1
   * @param packetBytes the most bytes a packet may have
   */
  public PacketBatch(int capacity, int packetBytes) {
    buffers = new PacketBuffer[capacity];
    ByteBuffer memory = ByteBuffer.allocateDirect(capacity * packetBytes);
    for (int i = 0; i < capacity; i++) {
      buffers[i] = new PacketBuffer(memory, i * packetBytes, packetBytes);
    }
  }

  /** The buffer at {@code index}, 0 … {@link #capacity} − 1. */
  public PacketBuffer buffer(int index) {
    return buffers[index];
  }

  /** Packets in it. */
  public int size() {
    return size;
  }

  /** Says how many buffers, from the first, have packets. */
  public void setSize(int size) {
    this.size = size;
  }

  /** The most packets it takes. */
  public int capacity() {
    return buffers.length;
  }

  /** True if no further packet fits. */
  public boolean isFull() {
    return size == buffers.length;
  }

  /**
   * The next free buffer, now counted as one with a packet: to be filled by {@link
   * PacketBuffer#arrived}, {@link PacketBuffer#copyFrom} or {@link PacketBuffer#pointAt}.
   */
  public PacketBuffer add() {
    PacketBuffer buffer = buffers[size++];
    buffer.empty();
    return buffer;
  }
}
