package dev.rosa.wire.ip;

import java.nio.ByteBuffer;

/**
 * Operations on the IP and UDP headers of a flow: recognise, compare, restore, and write one header
 * for UDP segmentation offload. Knows the shapes of {@link FlowShape}: those that Sources write
 * (PROTOCOL §1), with Router Alert, and UDP without options. Their lengths tell them apart. Memory
 * is big-endian. Stateless.
 */
public final class FlowHeader {

  /** The bytes of the longest one. */
  public static final int MOST_BYTES = 56;

  private static final int V4_BYTES = 32;
  private static final int V4_VERSION_AND_LENGTH = 0x46;
  private static final int V4_OPTION = 20;
  private static final int V4_UDP = 24;

  private static final int V4_PLAIN_BYTES = Ip.V4_HEADER + Udp.HEADER;
  private static final int V4_PLAIN_VERSION_AND_LENGTH = 0x45;

  private static final int V6_BYTES = MOST_BYTES;
  private static final int V6_PLAIN_BYTES = Ip.V6_HEADER + Udp.HEADER;
  private static final int V6_UDP = 48;

  /** UDP follows; eight bytes in all; Router Alert. Two bytes of padding are behind it. */
  private static final long V6_HOP_BY_HOP = 0x1100_0502_0002L;

  /** PadN that carries nothing. */
  private static final long V6_PAD_2 = 0x0100;

  /** The hop limit with which Sources send. */
  private static final byte HOP_LIMIT = 64;

  /** Left out of a comparison: the packet's length; in IPv4 also its identification. */
  private static final long V4_FIRST_MASK = 0xffff_0000_0000_ffffL;

  private static final long V6_FIRST_MASK = 0xffff_ffff_0000_ffffL;

  /** Left out: the header's checksum. */
  private static final long V4_SECOND_MASK = 0xffff_0000_ffff_ffffL;

  private static final int V6_ADDRESS_BYTES = 16;

  /** An odd number without a pattern (the golden ratio's fraction). */
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private FlowHeader() {}

  /** {@link FlowShape#ACTIVE}. */
  static int activeBytes(ByteBuffer memory, int ip, int length) {
    if (length <= V4_BYTES) {
      return 0;
    }
    if ((memory.get(ip) & 0xff) == V4_VERSION_AND_LENGTH) {
      boolean fits =
          isUnfragmentedUdpV4(memory, ip) && memory.getInt(ip + V4_OPTION) == Ip.V4_ROUTER_ALERT;
      return fits && isWhole(memory, ip + V4_UDP, length - V4_UDP) ? V4_BYTES : 0;
    }
    boolean fits =
        length > V6_BYTES
            && memory.get(ip) >>> 4 == 6
            && memory.get(ip + Ip.V6_NEXT_HEADER) == Ip.HOP_BY_HOP
            && memory.getLong(ip + Ip.V6_HEADER) >>> 16 == V6_HOP_BY_HOP;
    return fits && isWholeV6(memory, ip, V6_UDP, length) ? V6_BYTES : 0;
  }

  /** {@link FlowShape#UDP}. */
  static int udpBytes(ByteBuffer memory, int ip, int length) {
    if (length <= V4_PLAIN_BYTES) {
      return 0;
    }
    if ((memory.get(ip) & 0xff) == V4_PLAIN_VERSION_AND_LENGTH) {
      int datagramBytes = length - Ip.V4_HEADER;
      boolean fits =
          isUnfragmentedUdpV4(memory, ip) && isWhole(memory, ip + Ip.V4_HEADER, datagramBytes);
      return fits ? V4_PLAIN_BYTES : 0;
    }
    boolean fits =
        length > V6_PLAIN_BYTES
            && memory.get(ip) >>> 4 == 6
            && memory.get(ip + Ip.V6_NEXT_HEADER) == Ip.UDP;
    return fits && isWholeV6(memory, ip, Ip.V6_HEADER, length) ? V6_PLAIN_BYTES : 0;
  }

  private static boolean isUnfragmentedUdpV4(ByteBuffer memory, int ip) {
    return memory.getShort(ip + Ip.V4_FRAGMENT) == Ip.V4_DO_NOT_FRAGMENT
        && memory.get(ip + Ip.V4_PROTOCOL) == Ip.UDP;
  }

  private static boolean isWholeV6(ByteBuffer memory, int ip, int udp, int length) {
    return !Udp.isAbsent(memory, ip + udp) && isWhole(memory, ip + udp, length - udp);
  }

  /**
   * Gives an active packet the IP header that its Source wrote: Router Alert and no other option
   * but the padding that IPv6 needs, "don't fragment", and a hop limit of 64. No tag covers these.
   * A copy that was made longer, may be fragmented or has few hops left would else be lost behind
   * this router in the packet's place. A loop ends all the same: a packet's second visit is a
   * replay.
   *
   * @param ip where the packet begins; it has Router Alert, and UDP behind its options
   * @return the bytes by which the packet's begin has moved to its end
   */
  public static int restore(ByteBuffer memory, int ip) {
    return Ip.isIpv4(memory, ip) ? restoreV4(memory, ip) : restoreV6(memory, ip);
  }

  private static int restoreV4(ByteBuffer memory, int ip) {
    int excess = (memory.get(ip) & 0x0f) * 4 - V4_UDP;
    if (excess == 0
        && memory.get(ip + Ip.V4_TTL) == HOP_LIMIT
        && memory.getShort(ip + Ip.V4_FRAGMENT) == Ip.V4_DO_NOT_FRAGMENT) {
      return 0;
    }
    int start = ip + excess;
    memory.put(start, memory, ip, Ip.V4_HEADER);
    memory.put(start, (byte) V4_VERSION_AND_LENGTH);
    shorten(memory, start + Ip.V4_TOTAL_LENGTH, excess);
    memory.putShort(start + Ip.V4_FRAGMENT, (short) Ip.V4_DO_NOT_FRAGMENT);
    memory.put(start + Ip.V4_TTL, HOP_LIMIT);
    memory.putInt(start + V4_OPTION, Ip.V4_ROUTER_ALERT);
    Ip.refreshChecksumV4(memory, start);
    return excess;
  }

  private static int restoreV6(ByteBuffer memory, int ip) {
    memory.put(ip + Ip.V6_HOP_LIMIT, HOP_LIMIT);
    int options = ip + Ip.V6_HEADER;
    if (memory.getLong(options) >>> 16 == V6_HOP_BY_HOP) {
      return 0;
    }
    int excess = (memory.get(options + 1) & 0xff) * 8;
    int start = ip + excess;
    memory.put(start, memory, ip, Ip.V6_HEADER);
    shorten(memory, start + Ip.V6_PAYLOAD_LENGTH, excess);
    memory.putLong(start + Ip.V6_HEADER, V6_HOP_BY_HOP << 16 | V6_PAD_2);
    return excess;
  }

  private static void shorten(ByteBuffer memory, int at, int bytes) {
    memory.putShort(at, (short) (memory.getShort(at) - bytes));
  }

  private static boolean isWhole(ByteBuffer memory, int udp, int length) {
    return (memory.getShort(udp + Udp.LENGTH) & 0xffff) == length;
  }

  /** The same for all datagrams of a flow; its high bits are the better ones. */
  public static long hash(ByteBuffer memory, int ip, int headerBytes) {
    int ports = memory.getInt(ip + udpOffset(headerBytes));
    if (isIpv4(headerBytes)) {
      return (memory.getLong(ip + Ip.V4_SOURCE) ^ ports) * SPREAD;
    }
    long addresses = 0;
    for (int at = Ip.V6_SOURCE; at < Ip.V6_HEADER; at += Long.BYTES) {
      addresses = (addresses ^ memory.getLong(ip + at)) * SPREAD;
    }
    return (addresses ^ ports) * SPREAD;
  }

  private static boolean isIpv4(int headerBytes) {
    return headerBytes <= V4_BYTES;
  }

  /**
   * True if two datagrams of a shape have headers that differ in nothing but lengths,
   * identification, checksums.
   */
  public static boolean isSame(ByteBuffer memory, int ip, int other, int headerBytes) {
    int udp = udpOffset(headerBytes);
    return memory.getInt(ip + udp) == memory.getInt(other + udp)
        && (isIpv4(headerBytes) ? isSameV4(memory, ip, other) : isSameV6(memory, ip, other, udp));
  }

  /** Behind the addresses there is nothing but Router Alert. */
  private static boolean isSameV4(ByteBuffer memory, int ip, int other) {
    long differences = (memory.getLong(ip) ^ memory.getLong(other)) & V4_FIRST_MASK;
    differences |= (memory.getLong(ip + 8) ^ memory.getLong(other + 8)) & V4_SECOND_MASK;
    return differences == 0 && memory.getInt(ip + 16) == memory.getInt(other + 16);
  }

  private static boolean isSameV6(ByteBuffer memory, int ip, int other, int udp) {
    long differences = (memory.getLong(ip) ^ memory.getLong(other)) & V6_FIRST_MASK;
    for (int at = Long.BYTES; at < udp; at += Long.BYTES) {
      differences |= memory.getLong(ip + at) ^ memory.getLong(other + at);
    }
    return differences == 0;
  }

  /** Offset of UDP's header from the IP header's beginning. */
  public static int udpOffset(int headerBytes) {
    return headerBytes - Udp.HEADER;
  }

  /** Offset of UDP's checksum from the UDP header's beginning. */
  public static int checksumOffset() {
    return Udp.CHECKSUM;
  }

  /**
   * Writes the header of a packet that has the payloads of several datagrams of a flow, from that
   * of the first. In place of UDP's checksum is the sum of the pseudo-header, from which the kernel
   * makes those of the datagrams.
   *
   * @param memory with the first datagram at {@code ip}
   * @param target big-endian, with room at {@code at}
   * @param payloadBytes of all of them
   */
  public static void write(
      ByteBuffer memory, int ip, int headerBytes, ByteBuffer target, int at, int payloadBytes) {
    target.put(at, memory, ip, headerBytes);
    int udp = at + udpOffset(headerBytes);
    int datagramBytes = Udp.HEADER + payloadBytes;
    target.putShort(udp + Udp.LENGTH, (short) datagramBytes);
    long addresses;
    if (isIpv4(headerBytes)) {
      target.putShort(at + Ip.V4_TOTAL_LENGTH, (short) (headerBytes + payloadBytes));
      Ip.refreshChecksumV4(target, at);
      addresses = Ip.sum(target, at + Ip.V4_SOURCE, Ip.V4_HEADER - Ip.V4_SOURCE);
    } else {
      int behind = headerBytes - Ip.V6_HEADER + payloadBytes;
      target.putShort(at + Ip.V6_PAYLOAD_LENGTH, (short) behind);
      addresses = Ip.sum(target, at + Ip.V6_SOURCE, 2 * V6_ADDRESS_BYTES);
    }
    int folded = ~Ip.fold(addresses + Ip.UDP + datagramBytes) & 0xffff;
    target.putShort(udp + Udp.CHECKSUM, (short) folded);
  }
}
