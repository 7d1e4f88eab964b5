package dev.rosa.wire.active;

import dev.rosa.wire.ip.Ip;
import dev.rosa.wire.ip.Udp;
import java.nio.ByteBuffer;

/**
 * Search for the inner IP packet in an IP packet that is an overlay link's UDP datagram (PROTOCOL
 * §1, overlay link). Stateless.
 */
public final class OverlayDatagram {

  /** The port of a node's overlay link unless it is told another. */
  public static final int PORT = 3323;

  private OverlayDatagram() {}

  /**
   * Offset of the inner packet, which reaches to the end of the outer one.
   *
   * @param length bytes of the outer packet
   * @param port the UDP port that makes it an overlay datagram
   * @return the offset, or −1 if it is no whole datagram to that port
   */
  public static int innerOffset(ByteBuffer memory, int ip, int length, int port) {
    int udp = udpOffset(memory, ip, length);
    int remaining = ip + length - udp;
    if (udp < 0 || remaining < Udp.HEADER) {
      return -1;
    }
    boolean whole = (memory.getShort(udp + Udp.LENGTH) & 0xffff) == remaining;
    boolean ours = (memory.getShort(udp + Udp.DESTINATION_PORT) & 0xffff) == port;
    return whole && ours ? udp + Udp.HEADER : -1;
  }

  private static int udpOffset(ByteBuffer memory, int ip, int length) {
    if (length < Ip.V4_HEADER) {
      return -1;
    }
    if (Ip.isIpv4(memory, ip)) {
      boolean fragment = (memory.getShort(ip + Ip.V4_FRAGMENT) & Ip.V4_IS_FRAGMENT) != 0;
      boolean udp = memory.get(ip + Ip.V4_PROTOCOL) == Ip.UDP;
      return udp && !fragment ? ip + (memory.get(ip) & 0x0f) * 4 : -1;
    }
    boolean udp = length >= Ip.V6_HEADER && memory.get(ip + Ip.V6_NEXT_HEADER) == Ip.UDP;
    return udp ? ip + Ip.V6_HEADER : -1;
  }
}
