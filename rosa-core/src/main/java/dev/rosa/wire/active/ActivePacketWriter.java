package dev.rosa.wire.active;

import dev.rosa.wire.ip.Ip;
import dev.rosa.wire.ip.Udp;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Writer of the IP and UDP headers of an active packet (PROTOCOL §1): Router Alert, never
 * fragmented, UDP to port 3322. Stateless.
 */
public final class ActivePacketWriter {

  private static final int HOP_LIMIT = 64;

  private static final ByteBuffer ALERT_V4 = ByteBuffer.allocate(4).putInt(0, Ip.V4_ROUTER_ALERT);

  /** Hop-by-hop header: next header UDP, 8 bytes, Router Alert, two bytes of padding (PadN). */
  private static final ByteBuffer ALERT_V6 =
      ByteBuffer.allocate(8)
          .put(0, (byte) Ip.UDP)
          .putInt(2, Ip.V6_ROUTER_ALERT)
          .putShort(6, (short) 0x0100);

  private ActivePacketWriter() {}

  /** Bytes in front of the UDP payload: 32 with IPv4, 56 with IPv6. */
  public static int overheadBytes(boolean ipv4) {
    return overheadBytes(ipv4, alert(ipv4));
  }

  private static int overheadBytes(boolean ipv4, ByteBuffer options) {
    return (ipv4 ? Ip.V4_HEADER : Ip.V6_HEADER) + options.limit() + Udp.HEADER;
  }

  private static ByteBuffer alert(boolean ipv4) {
    return ipv4 ? ALERT_V4 : ALERT_V6;
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
    memory.put(offset + (ipv4 ? Ip.V4_SOURCE : Ip.V6_SOURCE), source.getAddress());
    memory.put(offset + (ipv4 ? Ip.V4_DESTINATION : Ip.V6_DESTINATION), destination.getAddress());
    return writeAround(memory, offset, alert(ipv4), length, ipv4);
  }

  /**
   * Writes at 0 the packet that a UDP socket took a datagram from, as far as the kernel tells it:
   * with another TTL and other ports, and with right checksums. What is longer than IP allows is
   * cut off: it is malformed.
   *
   * @param source 4 or 16 bytes
   * @param options of IPv4; or IPv6's extension headers from the hop-by-hop header on; 0 to limit
   * @param datagram the UDP payload, 0 to limit
   * @return the packet's bytes
   */
  public static int rewrite(
      ByteBuffer memory,
      ByteBuffer source,
      byte[] destination,
      ByteBuffer options,
      ByteBuffer datagram) {
    boolean ipv4 = source.limit() == 4;
    int headers = overheadBytes(ipv4, options);
    int length = Math.min(headers + datagram.limit(), Ip.MAX_BYTES);
    memory.put(ipv4 ? Ip.V4_SOURCE : Ip.V6_SOURCE, source, 0, source.limit());
    memory.put(ipv4 ? Ip.V4_DESTINATION : Ip.V6_DESTINATION, destination);
    memory.put(headers, datagram, 0, length - headers);
    writeAround(memory, 0, options, length, ipv4);
    Udp.refreshChecksum(memory, 0, length);
    return length;
  }

  /** Writes what is in front of the UDP payload but for the addresses, which are there. */
  private static int writeAround(
      ByteBuffer memory, int offset, ByteBuffer options, int length, boolean ipv4) {
    int behindIp = offset + (ipv4 ? Ip.V4_HEADER : Ip.V6_HEADER);
    memory.put(behindIp, options, 0, options.limit());
    if (ipv4) {
      writeIpv4(memory, offset, options.limit(), length);
    } else {
      writeIpv6(memory, offset, options.limit(), length);
    }
    int udp = behindIp + options.limit();
    memory.putShort(udp + Udp.SOURCE_PORT, (short) RosaHeader.UDP_PORT);
    memory.putShort(udp + Udp.DESTINATION_PORT, (short) RosaHeader.UDP_PORT);
    memory.putShort(udp + Udp.LENGTH, (short) (offset + length - udp));
    memory.putShort(udp + Udp.CHECKSUM, (short) 0);
    return udp + Udp.HEADER;
  }

  private static void writeIpv4(ByteBuffer memory, int offset, int optionBytes, int length) {
    memory.put(offset, (byte) (0x40 | (Ip.V4_HEADER + optionBytes) / 4));
    memory.put(offset + 1, (byte) 0);
    memory.putShort(offset + Ip.V4_TOTAL_LENGTH, (short) length);
    // Identification 0: it only matters to fragments (RFC 6864), and there are none.
    memory.putShort(offset + 4, (short) 0);
    memory.putShort(offset + Ip.V4_FRAGMENT, (short) Ip.V4_DO_NOT_FRAGMENT);
    memory.put(offset + Ip.V4_TTL, (byte) HOP_LIMIT);
    memory.put(offset + Ip.V4_PROTOCOL, (byte) Ip.UDP);
    Ip.refreshChecksumV4(memory, offset);
  }

  private static void writeIpv6(ByteBuffer memory, int offset, int optionBytes, int length) {
    memory.putInt(offset, 6 << 28);
    memory.putShort(offset + Ip.V6_PAYLOAD_LENGTH, (short) (length - Ip.V6_HEADER));
    memory.put(offset + Ip.V6_NEXT_HEADER, (byte) (optionBytes == 0 ? Ip.UDP : Ip.HOP_BY_HOP));
    memory.put(offset + Ip.V6_HOP_LIMIT, (byte) HOP_LIMIT);
  }
}
