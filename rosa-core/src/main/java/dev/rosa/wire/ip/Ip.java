package dev.rosa.wire.ip;

import java.nio.ByteBuffer;

/**
 * IPv4 and IPv6 headers as offsets and the few operations a router needs (RFC 791, RFC 8200; Router
 * Alert: RFC 2113, RFC 2711). Stateless.
 */
public final class Ip {

  /** The most bytes an IP packet of ROSA can have. */
  public static final int MAX_BYTES = 65_535;

  /** The bytes of the shortest IP header. */
  public static final int MIN_BYTES = 20;

  /** The protocol number of UDP. */
  public static final int UDP = 17;

  public static final int HOP_BY_HOP = 0;
  public static final int FRAGMENT_HEADER = 44;

  public static final int V4_HEADER = 20;
  public static final int V4_TOTAL_LENGTH = 2;
  public static final int V4_FRAGMENT = 6;

  /** More fragments, or an offset other than 0. */
  public static final int V4_IS_FRAGMENT = 0x3fff;

  public static final int V4_FRAGMENT_OFFSET = 0x1fff;

  public static final int V4_DO_NOT_FRAGMENT = 0x4000;
  public static final int V4_TTL = 8;
  public static final int V4_PROTOCOL = 9;
  public static final int V4_CHECKSUM = 10;
  public static final int V4_SOURCE = 12;
  public static final int V4_DESTINATION = 16;

  /** RFC 2113: copied, control class, option 20; 4 bytes; value 0. */
  public static final int V4_ROUTER_ALERT = 0x94040000;

  public static final int V6_HEADER = 40;
  public static final int V6_FRAGMENT_HEADER = 8;
  public static final int V6_PAYLOAD_LENGTH = 4;
  public static final int V6_NEXT_HEADER = 6;
  public static final int V6_HOP_LIMIT = 7;
  public static final int V6_SOURCE = 8;
  public static final int V6_DESTINATION = 24;

  /** RFC 2711: option 5, 2 bytes, value 2 "datagram contains an Active Networks message". */
  public static final int V6_ROUTER_ALERT = 0x05020002;

  private Ip() {}

  /** Offset of the destination address, 4 or 16 bytes, of the packet at {@code ip}. */
  public static int destinationOffset(int ip, boolean ipv4) {
    return ip + (ipv4 ? V4_DESTINATION : V6_DESTINATION);
  }

  /** True if the packet at {@code ip} says that it is IPv4. */
  public static boolean isIpv4(ByteBuffer memory, int ip) {
    return (memory.get(ip) & 0xf0) == 0x40;
  }

  /** Offset of the destination address: 4 bytes with IPv4, else 16. */
  public static int destinationOffset(ByteBuffer memory, int ip) {
    return ip + (isIpv4(memory, ip) ? V4_DESTINATION : V6_DESTINATION);
  }

  /**
   * The bytes that the header at {@code ip} says the packet has, so that a link's padding can be
   * left out; {@code available} if there is not even a header, or IPv4 says 0.
   */
  public static int statedLength(ByteBuffer memory, int ip, int available) {
    int version = available < V4_HEADER ? 0 : memory.get(ip) >>> 4 & 0xf;
    if (version == 4) {
      int total = memory.getShort(ip + V4_TOTAL_LENGTH) & 0xffff;
      return total == 0 ? available : total;
    }
    return version == 6 && available >= V6_HEADER
        ? V6_HEADER + (memory.getShort(ip + V6_PAYLOAD_LENGTH) & 0xffff)
        : available;
  }

  /** Hop limit of a packet, 0 to 255. */
  public static int hopLimit(ByteBuffer memory, int ip) {
    return memory.get(ip + (isIpv4(memory, ip) ? V4_TTL : V6_HOP_LIMIT)) & 0xff;
  }

  /**
   * Lets the TTL or hop limit fall by one, as at any router, and sets IPv4's header checksum right.
   *
   * @return false if it would fall to 0: the packet must not go on
   */
  public static boolean decrementHopLimit(ByteBuffer memory, int ip) {
    boolean ipv4 = isIpv4(memory, ip);
    int at = ip + (ipv4 ? V4_TTL : V6_HOP_LIMIT);
    int hops = memory.get(at) & 0xff;
    if (hops <= 1) {
      return false;
    }
    memory.put(at, (byte) (hops - 1));
    if (ipv4) {
      refreshChecksumV4(memory, ip);
    }
    return true;
  }

  /** True if the checksum of the IPv4 header is right. */
  public static boolean isChecksumRightV4(ByteBuffer memory, int ip, int headerBytes) {
    return fold(sum(memory, ip, headerBytes)) == 0;
  }

  /** Sets the checksum of the IPv4 header at {@code ip} right. */
  public static void refreshChecksumV4(ByteBuffer memory, int ip) {
    int headerBytes = (memory.get(ip) & 0x0f) * 4;
    memory.putShort(ip + V4_CHECKSUM, (short) 0);
    memory.putShort(ip + V4_CHECKSUM, (short) fold(sum(memory, ip, headerBytes)));
  }

  /** The sum of 16-bit words (RFC 1071), not folded yet; an odd last byte counts as a high one. */
  public static long sum(ByteBuffer memory, int offset, int length) {
    long sum = 0;
    int longs = length >>> 3;
    // Counted by ones: that is how the compiler takes the checks of bounds out of the loop.
    for (int i = 0; i < longs; i++) {
      long words = memory.getLong(offset + (i << 3));
      sum += (words >>> 32) + (words & 0xffff_ffffL);
    }
    int end = offset + length;
    int at = offset + (longs << 3);
    for (; at + 2 <= end; at += 2) {
      sum += memory.getShort(at) & 0xffff;
    }
    return at < end ? sum + ((memory.get(at) & 0xff) << 8) : sum;
  }

  /** The ones' complement of a sum, 0–65535. */
  public static int fold(long sum) {
    long folded = sum;
    while (folded >>> 16 != 0) {
      folded = (folded & 0xffff) + (folded >>> 16);
    }
    return (int) ~folded & 0xffff;
  }
}
