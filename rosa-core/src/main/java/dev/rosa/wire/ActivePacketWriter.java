package dev.rosa.wire;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Writes the IP and UDP headers of an active packet (PROTOCOL §1): Router Alert, never fragmented,
 * UDP to port 3322. Stateless.
 */
public final class ActivePacketWriter {

  private static final int V4_HEADER_WITH_ALERT = Ip.V4_HEADER + 4;
  private static final int V6_HEADER_WITH_ALERT = Ip.V6_HEADER + 8;
  private static final int HOP_LIMIT = 64;

  /** Hop-by-hop header: next header UDP, 8 bytes, Router Alert, two bytes of padding (PadN). */
  private static final int V6_OPTIONS_START = Ip.UDP << 24 | Ip.V6_ROUTER_ALERT >>> 16;

  private static final int V6_OPTIONS_END = (Ip.V6_ROUTER_ALERT & 0xffff) << 16 | 0x0100;

  private ActivePacketWriter() {}

  /** Bytes in front of the UDP payload: 32 with IPv4, 56 with IPv6. */
  public static int overheadBytes(boolean ipv4) {
    return (ipv4 ? V4_HEADER_WITH_ALERT : V6_HEADER_WITH_ALERT) + Udp.HEADER;
  }

  /**
   * Writes IP and UDP headers at {@code offset}. UDP's checksum is 0 until {@link
   * ActivePacket#refreshChecksums}, which leaves it at 0 over IPv4.
   *
   * @param udpPayloadBytes header, nonce, payload and tag
   * @return the offset of the UDP payload
   * @throws IllegalArgumentException if the packet would be longer than IP allows
   */
  public static int write(
      ByteBuffer memory,
      int offset,
      InetAddress source,
      InetAddress destination,
      int udpPayloadBytes) {
    boolean ipv4 = source instanceof Inet4Address;
    int length = overheadBytes(ipv4) + udpPayloadBytes;
    if (length > Ip.MAX_BYTES) {
      throw new IllegalArgumentException(
          "an active packet of " + length + " bytes is longer than IP's " + Ip.MAX_BYTES);
    }
    if (ipv4) {
      writeIpv4(memory, offset, length);
    } else {
      writeIpv6(memory, offset, length);
    }
    memory.put(offset + (ipv4 ? Ip.V4_SOURCE : Ip.V6_SOURCE), source.getAddress());
    memory.put(offset + (ipv4 ? Ip.V4_DESTINATION : Ip.V6_DESTINATION), destination.getAddress());
    if (ipv4) {
      Ip.refreshChecksumV4(memory, offset);
    }
    int udp = offset + (ipv4 ? V4_HEADER_WITH_ALERT : V6_HEADER_WITH_ALERT);
    memory.putShort(udp + Udp.SOURCE_PORT, (short) RosaHeader.UDP_PORT);
    memory.putShort(udp + Udp.DESTINATION_PORT, (short) RosaHeader.UDP_PORT);
    memory.putShort(udp + Udp.LENGTH, (short) (Udp.HEADER + udpPayloadBytes));
    memory.putShort(udp + Udp.CHECKSUM, (short) 0);
    return udp + Udp.HEADER;
  }

  private static void writeIpv4(ByteBuffer memory, int offset, int length) {
    memory.put(offset, (byte) (0x40 | V4_HEADER_WITH_ALERT / 4));
    memory.put(offset + 1, (byte) 0);
    memory.putShort(offset + Ip.V4_TOTAL_LENGTH, (short) length);
    // Identification 0: it only matters to fragments (RFC 6864), and there are none.
    memory.putShort(offset + 4, (short) 0);
    memory.putShort(offset + Ip.V4_FRAGMENT, (short) Ip.V4_DO_NOT_FRAGMENT);
    memory.put(offset + Ip.V4_TTL, (byte) HOP_LIMIT);
    memory.put(offset + Ip.V4_PROTOCOL, (byte) Ip.UDP);
    memory.putInt(offset + Ip.V4_HEADER, Ip.V4_ROUTER_ALERT);
  }

  private static void writeIpv6(ByteBuffer memory, int offset, int length) {
    memory.putInt(offset, 6 << 28);
    memory.putShort(offset + Ip.V6_PAYLOAD_LENGTH, (short) (length - Ip.V6_HEADER));
    memory.put(offset + Ip.V6_NEXT_HEADER, (byte) Ip.HOP_BY_HOP);
    memory.put(offset + Ip.V6_HOP_LIMIT, (byte) HOP_LIMIT);
    memory.putInt(offset + Ip.V6_HEADER, V6_OPTIONS_START);
    memory.putInt(offset + Ip.V6_HEADER + 4, V6_OPTIONS_END);
  }
}
