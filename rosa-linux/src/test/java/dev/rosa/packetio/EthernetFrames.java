package dev.rosa.packetio;

import java.nio.ByteBuffer;

/** Frames as a sender makes them that was told these addresses. */
final class EthernetFrames {

  static final byte[] DESTINATION = {2, 0, 0, 0, 0, 1};
  static final byte[] SOURCE = {2, 0, 0, 0, 0, (byte) 0xb2};

  static final int HEADER_BYTES = 14;

  private EthernetFrames() {}

  /** With an IP packet. */
  static byte[] of(byte[] packet) {
    return ByteBuffer.allocate(HEADER_BYTES + packet.length)
        .put(DESTINATION)
        .put(SOURCE)
        .putShort((short) (packet[0] >>> 4 == 4 ? 0x0800 : 0x86dd))
        .put(packet)
        .array();
  }

  /** With an IP packet, and the source address that the diversion gives what comes in. */
  static byte[] returned(byte[] packet, int number) {
    byte[] frame = of(packet);
    ByteBuffer.wrap(frame).put(DESTINATION.length, IngressAddressTest.bytes(number));
    return frame;
  }
}
