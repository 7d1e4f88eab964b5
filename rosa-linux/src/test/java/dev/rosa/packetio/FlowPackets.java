package dev.rosa.packetio;

import dev.rosa.wire.ip.Ip;
import dev.rosa.wire.ip.Udp;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Datagrams as Sources write them, that can be told from each other. Stateless. */
final class FlowPackets {

  private FlowPackets() {}

  /**
   * A datagram of the flow of this number; its identification is the mark, its payload full of it.
   */
  static byte[] ipv4(int flow, int mark, int payloadBytes) {
    return marked("10.0.1." + flow, "10.0.2.2", mark, payloadBytes);
  }

  /** The same in IPv6. */
  static byte[] ipv6(int flow, int mark, int payloadBytes) {
    return marked("fd01::" + flow, "fd02::2", mark, payloadBytes);
  }

  /** The datagram over IPv4 without Router Alert. */
  static byte[] plainIpv4(int flow, int mark, int payloadBytes) {
    byte[] plain = without(ipv4(flow, mark, payloadBytes), 20, 4);
    ByteBuffer.wrap(plain).put(0, (byte) 0x45).putShort(2, (short) plain.length);
    Ip.refreshChecksumV4(ByteBuffer.wrap(plain), 0);
    return plain;
  }

  /** The datagram over IPv6 without a hop-by-hop header. */
  static byte[] plainIpv6(int flow, int mark, int payloadBytes) {
    byte[] plain = without(ipv6(flow, mark, payloadBytes), 40, 8);
    ByteBuffer.wrap(plain).put(6, (byte) 17).putShort(4, (short) (plain.length - 40));
    return plain;
  }

  private static byte[] without(byte[] packet, int at, int bytes) {
    byte[] shorter = Arrays.copyOf(packet, packet.length - bytes);
    System.arraycopy(packet, at + bytes, shorter, at, shorter.length - at);
    return shorter;
  }

  private static byte[] marked(String source, String destination, int mark, int payloadBytes) {
    byte[] bytes = IpPackets.packet(source, destination, payloadBytes);
    ByteBuffer packet = ByteBuffer.wrap(bytes);
    boolean ipv4 = bytes[0] >>> 4 == 4;
    if (ipv4) {
      packet.putShort(4, (short) mark);
    }
    int header = bytes.length - payloadBytes;
    for (int i = header; i < bytes.length; i++) {
      bytes[i] = (byte) mark;
    }
    // Not 0, which over IPv4 would say that there is none.
    packet.putShort(header - 2, (short) 1);
    Udp.refreshChecksum(packet, 0, bytes.length);
    return bytes;
  }
}
