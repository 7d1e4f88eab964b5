package dev.rosa.packetio;

import dev.rosa.wire.ip.FlowHeader;
import dev.rosa.wire.ip.Udp;
import java.nio.ByteBuffer;

/**
 * Buffer of one IP packet, in its own memory or, without a copy, in other memory such as the
 * kernel's ring. Reused; owned by the thread that owns its {@link PacketBatch}.
 */
public final class PacketBuffer {

  /** State of a packet: held, to be forwarded, sent, or the reason why it was not sent. */
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

  private final ByteBuffer home;
  private final int homeOffset;
  private final int capacity;
  private ByteBuffer memory;
  private int offset;
  private int room;
  private int headroom;
  private int length;
  private long arrivalNanos;
  private Fate fate = Fate.HELD;
  private boolean overlay;
  private boolean proven;
  private int ingress;

  /**
   * A buffer at home in part of some memory.
   *
   * @param offset where a packet begins there
   * @param capacity the most bytes a packet may have there
   */
  public PacketBuffer(ByteBuffer memory, int offset, int capacity) {
    this.home = memory;
    this.homeOffset = offset;
    this.capacity = capacity;
    beAtHome();
  }

  private void beAtHome() {
    memory = home;
    offset = homeOffset;
    room = capacity;
    headroom = 0;
  }

  /** The memory; bytes outside this buffer belong to others. Big-endian; used absolutely only. */
  public ByteBuffer memory() {
    return memory;
  }

  /** Offset of the IP packet. */
  public int offset() {
    return offset;
  }

  /** The most bytes a packet may have at home, and so anywhere. */
  public int capacity() {
    return capacity;
  }

  /** The most bytes the packet may have where it is now. */
  public int room() {
    return room;
  }

  /** Bytes in front of the packet by which it may begin earlier where it is now. */
  public int headroom() {
    return headroom;
  }

  /** Says how many bytes in front of the packet may be written. */
  void setHeadroom(int bytes) {
    headroom = bytes;
  }

  /**
   * Makes the packet longer in front, for an outer header that the caller writes.
   *
   * @param bytes at most {@link #headroom}
   */
  public void beginEarlier(int bytes) {
    if (bytes < 0 || bytes > headroom) {
      throw new IllegalArgumentException(
          "%d bytes in front of a packet with headroom of %d".formatted(bytes, headroom));
    }
    moveBeginning(-bytes);
  }

  /**
   * Makes the packet shorter in front: an outer header is done with.
   *
   * @param bytes at most {@link #length}
   */
  public void beginLater(int bytes) {
    if (bytes < 0 || bytes > length) {
      throw new IllegalArgumentException(
          "%d bytes fewer in front of a packet of %d".formatted(bytes, length));
    }
    moveBeginning(bytes);
  }

  private void moveBeginning(int bytes) {
    offset += bytes;
    headroom += bytes;
    room -= bytes;
    length -= bytes;
  }

  /** True if the packet stands in the buffer's own memory. */
  @SuppressWarnings("ReferenceEquality") // The same memory, not the same content.
  public boolean isAtHome() {
    return memory == home;
  }

  /** Bytes of IP packet; more than {@link #capacity} if it was cut off. */
  public int length() {
    return length;
  }

  /** Time of arrival, on the clock of {@link System#nanoTime} or that of a capture. */
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /** Empties it: what comes next is written into its own memory, unless it is pointed elsewhere. */
  void empty() {
    beAtHome();
    length = 0;
  }

  /**
   * Notes a packet in foreign memory, which stays as it is until the packet has been sent.
   *
   * @param memory direct and big-endian; bytes outside the packet and its room are not touched
   * @param offset offset of the IP packet
   * @param room the bytes from there on that may be written
   * @param length bytes of IP packet; more than {@link #capacity} if it was cut off
   */
  public void pointAt(ByteBuffer memory, int offset, int room, int length, long arrivalNanos) {
    this.memory = memory;
    this.offset = offset;
    this.room = room;
    this.headroom = 0;
    arrived(length, arrivalNanos);
  }

  /**
   * Copies the packet to the beginning of the buffer's own memory, where it has all the room to
   * grow. It may stand there already, but further on.
   */
  public void moveHome() {
    if (!isAtHome() || offset != homeOffset) {
      home.put(homeOffset, memory, offset, length);
      beAtHome();
    }
  }

  /** Notes a packet that was written into the memory. */
  public void arrived(int length, long arrivalNanos) {
    this.length = length;
    this.arrivalNanos = arrivalNanos;
    this.fate = Fate.HELD;
    this.overlay = false;
    this.proven = false;
    this.ingress = IngressAddress.NONE;
  }

  /** Notes that the packet came over an overlay link. */
  public void cameOverOverlay() {
    overlay = true;
  }

  /** True if it came over an overlay link, which is for active packets and for nothing else. */
  public boolean isFromOverlay() {
    return overlay;
  }

  /** Notes that its tag was right: all of its UDP payload is what it has to be. */
  public void proved() {
    proven = true;
  }

  /**
   * Gives a proven active packet the IP header that its Source wrote, without further options.
   *
   * @return the bytes by which the packet begins later now
   */
  public int restoreHeader() {
    int excess = FlowHeader.restore(memory, offset);
    moveBeginning(excess);
    return excess;
  }

  /**
   * True if its UDP payload is proven. The UDP checksum of such a packet must be made anew, so that
   * a copy with a wrong one does not take the place of the packet itself. Any other packet leaves
   * as it came.
   */
  public boolean isProven() {
    return proven;
  }

  /** Sets the UDP checksum right if the payload is proven; links do so with all that they send. */
  public void finishChecksum() {
    if (proven) {
      Udp.refreshChecksum(memory, offset, length);
    }
  }

  /** Notes the interface that it was diverted from, by its number at the diversion. */
  public void cameInOn(int number) {
    ingress = number;
  }

  /** True if a rule of a diversion has sent it here. */
  public boolean isDiverted() {
    return ingress != IngressAddress.NONE;
  }

  /** The number of the interface that it came in on, or {@link IngressAddress#NONE}. */
  public int ingress() {
    return ingress;
  }

  /** Notes that the packet was made longer or shorter. */
  public void resized(int length) {
    this.length = length;
  }

  /** Fate of the packet. */
  public Fate fate() {
    return fate;
  }

  /** Says what became of it, or is to. */
  public void setFate(Fate fate) {
    this.fate = fate;
  }

  /** Takes over another buffer's packet. */
  public void copyFrom(PacketBuffer other) {
    beAtHome();
    memory.put(offset, other.memory, other.offset, other.length);
    arrived(other.length, other.arrivalNanos);
    overlay = other.overlay;
    ingress = other.ingress;
  }
}
