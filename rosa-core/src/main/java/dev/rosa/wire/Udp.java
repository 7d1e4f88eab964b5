package dev.rosa.wire;

import java.nio.ByteBuffer;

/** UDP's header as offsets, and its checksum over IPv4 and IPv6 (RFC 768, RFC 8200 §8.1). */
final class Udp {

  static final int HEADER = 8;
  static final int SOURCE_PORT = 0;
  static final int DESTINATION_PORT = 2;
  static final int LENGTH = 4;
  static final int CHECKSUM = 6;

  private Udp() {}

  static void refreshChecksum(ActivePacket packet, int udp) {
    ByteBuffer memory = packet.memory();
    int length = packet.ipOffset() + packet.ipLength() - udp;
    int addressBytes = packet.isIpv4() ? 8 : 32;
    memory.putShort(udp + CHECKSUM, (short) 0);
    long sum =
        Ip.sum(memory, packet.sourceOffset(), addressBytes)
            + Ip.UDP
            + length
            + Ip.sum(memory, udp, length);
    int checksum = Ip.fold(sum);
    // 0 would say "none": its other spelling is sent instead.
    memory.putShort(udp + CHECKSUM, (short) (checksum == 0 ? 0xffff : checksum));
  }
}
