package dev.rosa.wire.ip;

import java.nio.ByteBuffer;

/**
 * UDP's header as offsets, and its checksum over IPv4 and IPv6 (RFC 768, RFC 8200 §8.1). Memory is
 * big-endian. Stateless.
 */
public final class Udp {

  public static final int HEADER = 8;
  public static final int SOURCE_PORT = 0;
  public static final int DESTINATION_PORT = 2;
  public static final int LENGTH = 4;
  public static final int CHECKSUM = 6;

  private static final int V4_ADDRESSES = 8;
  private static final int V6_ADDRESSES = 32;

  private Udp() {}

  /**
   * Offset of the UDP header in the IP packet at {@code ip}, from the packet's beginning; −1 if
   * there is no whole UDP datagram behind the IP header and a hop-by-hop header.
   */
  public static int offset(ByteBuffer memory, int ip, int length) {
    int headerBytes = headerBytes(memory, ip, length);
    if (headerBytes < Ip.V4_HEADER || headerBytes + HEADER > length) {
      return -1;
    }
    int bytes = memory.getShort(ip + headerBytes + LENGTH) & 0xffff;
    return bytes < HEADER || headerBytes + bytes > length ? -1 : headerBytes;
  }

  /** Bytes of headers in front of UDP, −1 if it is not UDP that follows. */
  private static int headerBytes(ByteBuffer memory, int ip, int length) {
    if (length < Ip.V4_HEADER) {
      return -1;
    }
    if (Ip.isIpv4(memory, ip)) {
      boolean whole = (memory.getShort(ip + Ip.V4_FRAGMENT) & Ip.V4_IS_FRAGMENT) == 0;
      return whole && memory.get(ip + Ip.V4_PROTOCOL) == Ip.UDP ? (memory.get(ip) & 0x0f) * 4 : -1;
    }
    return length < Ip.V6_HEADER + Long.BYTES ? -1 : headerBytesV6(memory, ip);
  }

  private static int headerBytesV6(ByteBuffer memory, int ip) {
    int next = memory.get(ip + Ip.V6_NEXT_HEADER);
    int headerBytes = Ip.V6_HEADER;
    if (next == Ip.HOP_BY_HOP) {
      next = memory.get(ip + headerBytes);
      headerBytes += ((memory.get(ip + headerBytes + 1) & 0xff) + 1) * Long.BYTES;
    }
    return next == Ip.UDP ? headerBytes : -1;
  }

  /**
   * Sets the checksum of the UDP datagram in an IP packet right, in place. A datagram over IPv4
   * that has none keeps none. Leaves alone what is no whole UDP datagram.
   *
   * @param ip where the IP packet begins
   * @param length bytes of IP packet
   */
  public static void refreshChecksum(ByteBuffer memory, int ip, int length) {
    int udp = offset(memory, ip, length);
    if (udp < 0 || (isAbsent(memory, ip + udp) && Ip.isIpv4(memory, ip))) {
      return;
    }
    int bytes = memory.getShort(ip + udp + LENGTH) & 0xffff;
    memory.putShort(ip + udp + CHECKSUM, checksum(memory, ip, ip + udp, bytes));
  }

  /** True if a datagram begins at {@code udp} that goes to a port. */
  public static boolean isTo(int port, ByteBuffer memory, int udp, int end) {
    return end - udp >= HEADER && (memory.getShort(udp + DESTINATION_PORT) & 0xffff) == port;
  }

  /** True if a datagram has no checksum. */
  public static boolean isAbsent(ByteBuffer memory, int udp) {
    return memory.getShort(udp + CHECKSUM) == 0;
  }

  /** The checksum that the datagram at {@code udp} should have. */
  private static short checksum(ByteBuffer memory, int ip, int udp, int bytes) {
    boolean ipv4 = Ip.isIpv4(memory, ip);
    long addresses =
        ipv4
            ? Ip.sum(memory, ip + Ip.V4_SOURCE, V4_ADDRESSES)
            : Ip.sum(memory, ip + Ip.V6_SOURCE, V6_ADDRESSES);
    long present = memory.getShort(udp + CHECKSUM) & 0xffff;
    int checksum = Ip.fold(addresses + Ip.UDP + bytes + Ip.sum(memory, udp, bytes) - present);
    // 0 would say "none": its other spelling is sent instead.
    return (short) (checksum == 0 ? 0xffff : checksum);
  }
}
