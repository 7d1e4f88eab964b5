package dev.rosa.wire;

import java.nio.ByteBuffer;

/**
 * UDP checksums that a sending kernel left to a network card which is not there: over a virtual
 * link the field then holds the folded sum of the pseudo-header only. Stateless.
 */
public final class PartialChecksum {

  private PartialChecksum() {}

  /**
   * Completes the checksum of the UDP datagram in the IP packet at {@code ip}, in place. Leaves
   * alone what is no whole UDP datagram.
   *
   * @param memory big-endian
   * @param length bytes of IP packet
   */
  public static void complete(ByteBuffer memory, int ip, int length) {
    int headerBytes = udpOffset(memory, ip, length);
    if (headerBytes < Ip.V4_HEADER || headerBytes + Udp.HEADER > length) {
      return;
    }
    int udp = ip + headerBytes;
    int bytes = memory.getShort(udp + Udp.LENGTH) & 0xffff;
    if (bytes < Udp.HEADER || headerBytes + bytes > length) {
      return;
    }
    int checksum = Ip.fold(Ip.sum(memory, udp, bytes));
    memory.putShort(udp + Udp.CHECKSUM, (short) (checksum == 0 ? 0xffff : checksum));
  }

  /** Bytes of headers in front of UDP, −1 if it is not UDP that follows. */
  private static int udpOffset(ByteBuffer memory, int ip, int length) {
    if (length < Ip.V4_HEADER) {
      return -1;
    }
    if (Ip.isIpv4(memory, ip)) {
      boolean whole = (memory.getShort(ip + Ip.V4_FRAGMENT) & Ip.V4_IS_FRAGMENT) == 0;
      return whole && memory.get(ip + Ip.V4_PROTOCOL) == Ip.UDP ? (memory.get(ip) & 0x0f) * 4 : -1;
    }
    return length < Ip.V6_HEADER + Long.BYTES ? -1 : udpOffsetV6(memory, ip);
  }

  private static int udpOffsetV6(ByteBuffer memory, int ip) {
    int next = memory.get(ip + Ip.V6_NEXT_HEADER);
    int headerBytes = Ip.V6_HEADER;
    if (next == Ip.HOP_BY_HOP) {
      next = memory.get(ip + headerBytes);
      headerBytes += ((memory.get(ip + headerBytes + 1) & 0xff) + 1) * Long.BYTES;
    }
    return next == Ip.UDP ? headerBytes : -1;
  }
}
