package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.ban.Source;
import java.nio.ByteBuffer;

/** Ethernet frames of tests, with UDP in IPv4 or IPv6. Stateless. */
final class Frames {

  static final byte[] RECEIVER_MAC = {2, 0, 0, 0, 0, 1};
  static final byte[] SENDER_MAC = {2, 0, 0, 0, 0, 9};

  private static final int UDP = 17;
  private static final int HOPS = 64;

  private Frames() {}

  /** A datagram to an address and port, from a source of the same family. */
  static byte[] udp(byte[] senderMac, Source from, Source to, int port, byte[] payload) {
    byte[] packet = isIpv4(from) ? ipv4(from, to, payload.length) : ipv6(from, to, payload.length);
    ByteBuffer udp = ByteBuffer.allocate(8 + payload.length);
    udp.putShort((short) 4_000).putShort((short) port).putShort((short) udp.capacity());
    udp.putShort((short) 0).put(payload);
    if (!isIpv4(from)) {
      udp.putShort(6, checksum(pseudo(from, to, udp.array())));
    }
    ByteBuffer frame = ByteBuffer.allocate(14 + packet.length + udp.capacity());
    frame.put(RECEIVER_MAC).put(senderMac);
    frame.putShort((short) (isIpv4(from) ? 0x0800 : 0x86dd));
    return frame.put(packet).put(udp.array()).array();
  }

  /** The same with a VLAN tag. */
  static byte[] tagged(byte[] frame) {
    ByteBuffer tagged = ByteBuffer.allocate(frame.length + 4);
    tagged.put(frame, 0, 12).putInt(0x81000005).put(frame, 12, frame.length - 12);
    return tagged.array();
  }

  private static boolean isIpv4(Source source) {
    return source.family() == Source.Family.IPV4;
  }

  private static byte[] ipv4(Source from, Source to, int payloadBytes) {
    ByteBuffer header = ByteBuffer.allocate(20);
    header.put((byte) 0x45).put((byte) 0).putShort((short) (28 + payloadBytes)).putInt(0);
    header.put((byte) HOPS).put((byte) UDP).putShort((short) 0);
    header.put(from.bytes()).put(to.bytes());
    return header.putShort(10, checksum(header.array())).array();
  }

  private static byte[] ipv6(Source from, Source to, int payloadBytes) {
    ByteBuffer header = ByteBuffer.allocate(40);
    header.putInt(0x60000000).putShort((short) (8 + payloadBytes));
    header.put((byte) UDP).put((byte) HOPS);
    return header.put(from.bytes()).put(to.bytes()).array();
  }

  private static byte[] pseudo(Source from, Source to, byte[] udp) {
    ByteBuffer all = ByteBuffer.allocate(40 + (udp.length + 1) / 2 * 2);
    all.put(from.bytes()).put(to.bytes()).putInt(udp.length).putInt(UDP).put(udp);
    return all.array();
  }

  private static short checksum(byte[] bytes) {
    ByteBuffer words = ByteBuffer.wrap(bytes);
    int sum = 0;
    while (words.hasRemaining()) {
      sum += Short.toUnsignedInt(words.getShort());
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    return (short) ~(sum + (sum >>> 16));
  }
}
