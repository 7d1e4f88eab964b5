package dev.rosa.packetio;

import java.nio.ByteBuffer;

/**
 * A place in memory with one IP packet in it. Reused; owned by the thread that owns its {@link
 * PacketBatch}.
 */
public final class PacketBuffer {

  /** What became of a packet that was to be sent. */
  public enum Fate {
    /** Not sent: it was dropped before, or is still to be sent. */
    HELD,
    /** To be sent by the next {@link PacketIo#send}. */
    FORWARD,
    /** Left the router. */
    SENT,
    /** No route leads to its destination. */
    NO_ROUTE,
    /** Its TTL or hop limit was used up. */
    HOPS_EXHAUSTED,
    /** The link would not take it. */
    LINK_REFUSED
  }

  private final ByteBuffer memory;
  private final int offset;
  private final int capacity;
  private int length;
  private long arrivalNanos;
  private Fate fate = Fate.HELD;
  private boolean overlay;

  /**
   * A buffer over part of some memory.
   *
   * @param offset where the packet begins
   * @param capacity the most bytes a packet may have here
   */
  public PacketBuffer(ByteBuffer memory, int offset, int capacity) {
    this.memory = memory;
    this.offset = offset;
    this.capacity = capacity;
  }

  /** The memory; bytes outside this buffer belong to others. Big-endian; used absolutely only. */
  public ByteBuffer memory() {
    return memory;
  }

  /** Where the IP packet begins. */
  public int offset() {
    return offset;
  }

  /** The most bytes a packet may have here. */
  public int capacity() {
    return capacity;
  }

  /** Bytes of IP packet; more than {@link #capacity} if it was cut off. */
  public int length() {
    return length;
  }

  /** When it arrived, on the clock of {@link System#nanoTime} or that of a capture. */
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /** Notes a packet that was written into the memory. */
  public void arrived(int length, long arrivalNanos) {
    this.length = length;
    this.arrivalNanos = arrivalNanos;
    this.fate = Fate.HELD;
    this.overlay = false;
  }

  /** Notes that the packet came over an overlay link. */
  public void cameOverOverlay() {
    overlay = true;
  }

  /** Whether it came over an overlay link, which is for active packets and for nothing else. */
  public boolean isFromOverlay() {
    return overlay;
  }

  /** Notes that the packet was made longer or shorter. */
  public void resized(int length) {
    this.length = length;
  }

  /** What became of it. */
  public Fate fate() {
    return fate;
  }

  /** Says what became of it, or is to. */
  public void setFate(Fate fate) {
    this.fate = fate;
  }

  /** Takes over another buffer's packet. */
  public void copyFrom(PacketBuffer other) {
    memory.put(offset, other.memory, other.offset, other.length);
    arrived(other.length, other.arrivalNanos);
    overlay = other.overlay;
  }
}
