package dev.rosa.packetio;

import dev.rosa.wire.Udp;
import java.nio.ByteBuffer;

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
