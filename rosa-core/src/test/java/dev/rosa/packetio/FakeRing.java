package dev.rosa.packetio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A receive ring that a test fills as the kernel would (TPACKET_V3). Owned by one thread. */
final class FakeRing {

  private static final int FIRST_FRAME = 48;
  private static final int MAC = 82;
  private static final int ALIGNMENT = 16;

  private final ByteBuffer ring;
  private final ByteBuffer headers;
  private final int blockBytes;
  private int block;
  private int frames;
  private int lastFrame;
  private int next;

  FakeRing(int blockBytes, int blocks) {
    ring = ByteBuffer.allocateDirect(blockBytes * blocks);
    headers = ring.duplicate().order(ByteOrder.nativeOrder());
    this.blockBytes = blockBytes;
    beginBlock();
  }

  ByteBuffer memory() {
    return ring;
  }

  RingReader reader() {
    return new RingReader(ring, blockBytes);
  }

  private void beginBlock() {
    frames = 0;
    next = block * blockBytes + FIRST_FRAME;
  }

  /** Adds a frame that carries an IP packet. */
  FakeRing packet(byte[] packet) {
    int type = packet[0] >>> 4 == 4 ? 0x0800 : 0x86dd;
    return frame(type, packet, 0, packet.length);
  }

  /**
   * Adds a frame.
   *
   * @param status more of its status than that it is there
   * @param length of what was sent; more than what was captured if it was cut off
   */
  FakeRing frame(int type, byte[] content, int status, int length) {
    if (frames > 0) {
      headers.putInt(lastFrame + RingReader.FRAME_NEXT, next - lastFrame);
    }
    lastFrame = next;
    headers.putInt(next + RingReader.FRAME_NEXT, 0);
    headers.putInt(next + RingReader.FRAME_CAPTURED, 14 + content.length);
    headers.putInt(next + RingReader.FRAME_LENGTH, 14 + length);
    headers.putInt(next + RingReader.FRAME_STATUS, RingReader.STATUS_USER | status);
    headers.putShort(next + RingReader.FRAME_MAC, (short) MAC);
    ring.putShort(next + MAC + 12, (short) type);
    ring.put(next + MAC + 14, content);
    int bytes = MAC + 14 + content.length;
    next += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    frames++;
    return this;
  }

  /** Hands the block over, and goes to the next one. */
  FakeRing handOver() {
    int start = block * blockBytes;
    headers.putInt(start + RingReader.BLOCK_PACKETS, frames);
    headers.putInt(start + RingReader.BLOCK_FIRST_FRAME, FIRST_FRAME);
    headers.putInt(start + RingReader.BLOCK_STATUS, RingReader.STATUS_USER);
    block = (block + 1) * blockBytes == ring.capacity() ? 0 : block + 1;
    beginBlock();
    return this;
  }

  /** Whether the kernel may write to a block. */
  boolean isKernels(int index) {
    return headers.getInt(index * blockBytes + RingReader.BLOCK_STATUS) == RingReader.STATUS_KERNEL;
  }

  /** A packet that can be told from others. */
  static byte[] ipv4(int mark, int length) {
    byte[] packet = new byte[length];
    ByteBuffer.wrap(packet).putShort(0, (short) 0x4500).putShort(2, (short) length);
    packet[length - 1] = (byte) mark;
    return packet;
  }
}
