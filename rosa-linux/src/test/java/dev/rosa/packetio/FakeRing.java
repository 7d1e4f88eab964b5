package dev.rosa.packetio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A receive ring that a test fills as the kernel would (TPACKET_V2). Owned by one thread. */
final class FakeRing {

  /** Frames have the number of this one unless a test says otherwise. */
  static final int FIRST_INTERFACE = 1;

  private static final int MAC = 66;

  private final int headroomBytes;

  private final ByteBuffer ring;
  private final ByteBuffer headers;
  private final int slotBytes;
  private int next;
  private byte[] source = IngressAddressTest.bytes(FIRST_INTERFACE);

  FakeRing(int slotBytes, int slots) {
    this(slotBytes, slots, 0);
  }

  FakeRing(int slotBytes, int slots, int headroomBytes) {
    this.headroomBytes = headroomBytes;
    ring = ByteBuffer.allocateDirect(slotBytes * slots);
    headers = ring.duplicate().order(ByteOrder.nativeOrder());
    this.slotBytes = slotBytes;
  }

  ByteBuffer memory() {
    return ring;
  }

  RingReader reader() {
    return new RingReader(ring, slotBytes, headroomBytes);
  }

  /** Frames have this source address from now on, {@code byte[6]}. */
  FakeRing from(byte... address) {
    source = address;
    return this;
  }

  /** Hands over a frame that carries an IP packet. */
  FakeRing packet(byte[] packet) {
    int type = packet[0] >>> 4 == 4 ? 0x0800 : 0x86dd;
    return frame(type, packet, 0, packet.length);
  }

  /**
   * Hands over a frame.
   *
   * @param status more of its status than that it is there
   * @param length of what was sent; more than what was captured if it was cut off
   * @throws IllegalStateException if the slot is not the kernel's
   */
  FakeRing frame(int type, byte[] content, int status, int length) {
    if (headers.getInt(next + RingReader.FRAME_STATUS) != RingReader.STATUS_KERNEL) {
      throw new IllegalStateException("the ring is full");
    }
    headers.putInt(next + RingReader.FRAME_CAPTURED, 14 + content.length);
    headers.putInt(next + RingReader.FRAME_LENGTH, 14 + length);
    int mac = headroomBytes + MAC;
    headers.putShort(next + RingReader.FRAME_MAC, (short) mac);
    ring.put(next + mac + 6, source);
    ring.putShort(next + mac + 12, (short) type);
    ring.put(next + mac + 14, content);
    headers.putInt(next + RingReader.FRAME_STATUS, RingReader.STATUS_USER | status);
    next = next + slotBytes == ring.capacity() ? 0 : next + slotBytes;
    return this;
  }

  /** True if the kernel may write to a slot. */
  boolean isKernels(int index) {
    return headers.getInt(index * slotBytes + RingReader.FRAME_STATUS) == RingReader.STATUS_KERNEL;
  }

  /** A packet that can be told from others. */
  static byte[] ipv4(int mark, int length) {
    byte[] packet = new byte[length];
    ByteBuffer.wrap(packet).putShort(0, (short) 0x4500).putShort(2, (short) length);
    packet[length - 1] = (byte) mark;
    return packet;
  }
}
