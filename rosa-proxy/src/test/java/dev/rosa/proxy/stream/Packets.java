package dev.rosa.proxy.stream;

import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** TCP segments in IPv4 and IPv6 packets, with right checksums, for tests. */
public final class Packets {
  public static final int FIN = 0x01;
  public static final int SYN = 0x02;
  public static final int RST = 0x04;
  public static final int ACK = 0x10;
  public static final int URG = 0x20;

  /** Selective acknowledgements, as all usual systems allow them when a connection begins. */
  private static final byte[] OF_SYN = {1, 1, 4, 2};

  private static final byte[] NOTHING = {};
  private static final int TCP_HEADER = 20;

  private Packets() {}

  private static byte[] usualOptions(int flags) {
    return (flags & SYN) == 0 ? NOTHING : OF_SYN;
  }

  /** A packet of IPv4; {@code payload} is one byte a character. */
  public static ByteBuffer ipv4(int sequence, int acknowledgement, int flags, String payload) {
    return ipv4(sequence, acknowledgement, flags, usualOptions(flags), payload);
  }

  /** The same, with these options; their length is a multiple of 4. */
  public static ByteBuffer ipv4(
      int sequence, int acknowledgement, int flags, byte[] options, String payload) {
    int length = Ip.V4_HEADER + TCP_HEADER + options.length + payload.length();
    ByteBuffer packet = ByteBuffer.allocate(length);
    packet.putShort((short) 0x4500).putShort((short) packet.capacity());
    packet.putInt(0x1234_4000).put((byte) 64).put((byte) 6).putShort((short) 0);
    packet.putInt(0x0a00_0001).putInt(0x0a00_0102);
    tcp(packet, sequence, acknowledgement, flags, options, payload);
    Ip.refreshChecksumV4(packet, 0);
    refreshTcp(packet, Ip.V4_HEADER, Ip.V4_SOURCE, 8);
    return packet;
  }

  /** A packet of IPv6. */
  public static ByteBuffer ipv6(int sequence, int acknowledgement, int flags, String payload) {
    byte[] options = usualOptions(flags);
    int length = TCP_HEADER + options.length + payload.length();
    ByteBuffer packet = ByteBuffer.allocate(Ip.V6_HEADER + length);
    packet.putInt(0x6000_0000).putShort((short) length);
    packet.put((byte) 6).put((byte) 64);
    packet.putLong(0x2001_0db8_0000_0000L).putLong(1).putLong(0x2001_0db8_0000_0000L).putLong(2);
    tcp(packet, sequence, acknowledgement, flags, options, payload);
    refreshTcp(packet, Ip.V6_HEADER, Ip.V6_SOURCE, 32);
    return packet;
  }

  private static void tcp(
      ByteBuffer packet, int sequence, int ack, int flags, byte[] options, String payload) {
    packet.putShort((short) 40_000).putShort((short) 80).putInt(sequence).putInt(ack);
    packet.put((byte) ((TCP_HEADER + options.length) << 2)).put((byte) flags);
    packet.putShort((short) 1000).putInt(0).put(options);
    packet.put(payload.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sets the TCP checksum right. */
  public static void refreshTcp(ByteBuffer packet, int tcp, int addresses, int addressBytes) {
    int length = packet.capacity() - tcp;
    packet.putShort(tcp + 16, (short) 0);
    long sum = Ip.sum(packet, addresses, addressBytes) + 6 + length + Ip.sum(packet, tcp, length);
    packet.putShort(tcp + 16, (short) Ip.fold(sum));
  }

  /** A segment read from a packet; a test fails if it cannot be. */
  public static TcpSegment read(ByteBuffer packet) {
    TcpSegment segment = new TcpSegment();
    RefusalReason reason = segment.read(packet, 0, packet.capacity());
    if (reason != null) {
      throw new AssertionError(reason);
    }
    return segment;
  }
}
