package dev.rosa.proxy.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class TcpSegmentTest {
  private final TcpSegment segment = new TcpSegment();

  @Test
  void shouldReadSegmentsOfBothFamilies() {
    for (ByteBuffer packet :
        new ByteBuffer[] {
          Packets.ipv4(7, 9, Packets.ACK | Packets.FIN, "odd"),
          Packets.ipv6(7, 9, Packets.ACK | Packets.FIN, "odd")
        }) {
      assertNull(read(packet));
      assertEquals(7, segment.sequence());
      assertEquals(9, segment.acknowledgement());
      assertEquals(3, segment.payloadLength());
      assertEquals('o', packet.get(segment.payloadOffset()));
      assertEquals(40_000, segment.sourcePort());
      assertEquals(80, segment.destinationPort());
      assertTrue(segment.isLast());
    }
  }

  @Test
  void shouldLeaveOutThePaddingOfALink() {
    ByteBuffer packet = Packets.ipv4(7, 9, Packets.ACK, "ab");
    ByteBuffer padded = ByteBuffer.allocate(packet.capacity() + 6).put(packet.rewind());

    assertNull(segment.read(padded, 0, padded.capacity()));
    assertEquals(2, segment.payloadLength());
  }

  @Test
  void shouldRefuseEachChangedBitOfASegment() {
    ByteBuffer packet = Packets.ipv4(7, 9, Packets.ACK, "payload");
    for (int bit = Ip.V4_HEADER * 8; bit < packet.capacity() * 8; bit++) {
      flip(packet, bit);
      assertTrue(read(packet) != null, "bit " + bit);
      flip(packet, bit);
    }
    assertNull(read(packet));
  }

  @Test
  void shouldDropFragments() {
    ByteBuffer packet = Packets.ipv4(7, 9, Packets.ACK, "payload");
    packet.putShort(Ip.V4_FRAGMENT, (short) 0x2000);
    Ip.refreshChecksumV4(packet, 0);

    assertEquals(RefusalReason.FRAGMENT, read(packet));

    ByteBuffer ipv6 = Packets.ipv6(7, 9, Packets.ACK, "payload");
    ipv6.put(Ip.V6_NEXT_HEADER, (byte) Ip.FRAGMENT_HEADER);
    assertEquals(RefusalReason.FRAGMENT, read(ipv6));
  }

  @Test
  void shouldRefuseOptionsOfIpSuchAsSourceRoutes() {
    ByteBuffer packet = Packets.ipv4(7, 9, Packets.ACK, "payload");
    int optionBytes = 4;
    ByteBuffer longer = ByteBuffer.allocate(packet.capacity() + optionBytes);
    longer.put(0, packet, 0, Ip.V4_HEADER);
    longer.putInt(Ip.V4_HEADER, 0x01010101);
    longer.put(Ip.V4_HEADER + optionBytes, packet, Ip.V4_HEADER, packet.capacity() - Ip.V4_HEADER);
    longer.put(0, (byte) 0x46);
    longer.putShort(Ip.V4_TOTAL_LENGTH, (short) longer.capacity());
    Ip.refreshChecksumV4(longer, 0);

    assertEquals(RefusalReason.BAD_HEADER, read(longer));
  }

  @Test
  void shouldRefuseUrgentDataAndDataOnSyn() {
    assertEquals(
        RefusalReason.URGENT_DATA, read(Packets.ipv4(7, 9, Packets.ACK | Packets.URG, "x")));
    assertEquals(RefusalReason.DATA_ON_SYN, read(Packets.ipv4(7, 0, Packets.SYN, "x")));
    assertNull(read(Packets.ipv4(7, 0, Packets.SYN, "")));
  }

  @Test
  void shouldRefuseFlagsThatContradictEachOther() {
    for (int flags :
        new int[] {Packets.SYN | Packets.FIN, Packets.SYN | Packets.RST, 0, Packets.FIN}) {
      assertEquals(RefusalReason.BAD_HEADER, read(Packets.ipv4(7, 0, flags, "")), "" + flags);
    }
  }

  @Test
  void shouldRefusePacketsThatAreCut() {
    ByteBuffer packet = Packets.ipv6(7, 9, Packets.ACK, "payload");
    for (int length = 1; length < packet.capacity(); length++) {
      assertEquals(RefusalReason.BAD_HEADER, segment.read(packet, 0, length), "" + length);
    }
  }

  private RefusalReason read(ByteBuffer packet) {
    return segment.read(packet, 0, packet.capacity());
  }

  private static void flip(ByteBuffer packet, int bit) {
    packet.put(bit / 8, (byte) (packet.get(bit / 8) ^ 1 << bit % 8));
  }
}
