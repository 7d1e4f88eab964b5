package dev.rosa.wire.active;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.wire.ip.Ip;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of PROTOCOL §5 step 1: the structure of an active packet, and what is refused. */
class StructureTest {

  private static final int UDP_PAYLOAD = RosaHeader.BYTES + 5 + 16;

  /** IP and UDP header and a ROSA header without contents, with these options. */
  private static ByteBuffer packet(boolean ipv4, String options) throws Exception {
    byte[] plain = plain(ipv4);
    byte[] given = HexFormat.of().parseHex(options.replace(" ", ""));
    int begin = ipv4 ? 20 : 42;
    int end = ipv4 ? 24 : 48;
    ByteBuffer packet = ByteBuffer.allocate(plain.length - (end - begin) + given.length);
    packet.put(plain, 0, begin).put(given).put(plain, end, plain.length - end);
    if (ipv4) {
      packet.put(0, (byte) (0x40 | (20 + given.length) / 4));
      packet.putShort(2, (short) packet.capacity());
    } else {
      packet.put(41, (byte) ((2 + given.length) / 8 - 1));
      packet.putShort(4, (short) (packet.capacity() - 40));
    }
    return finished(packet);
  }

  private static byte[] plain(boolean ipv4) throws Exception {
    InetAddress source = InetAddress.getByName(ipv4 ? "10.0.1.1" : "fd01::1");
    InetAddress destination = InetAddress.getByName(ipv4 ? "10.0.2.1" : "fd02::1");
    int overhead = ActivePacketWriter.overheadBytes(ipv4);
    ByteBuffer packet = ByteBuffer.allocate(overhead + UDP_PAYLOAD);
    int header = ActivePacketWriter.write(packet, 0, source, destination, UDP_PAYLOAD);
    packet.putShort(header, (short) RosaHeader.MAGIC).put(header + 2, (byte) 1);
    packet.put(header + 3, (byte) Suite.HMAC_SHA256.id());
    packet.putShort(header + 6, (short) 5).putLong(header + RosaHeader.SEQUENCE_OFFSET, 1);
    return packet.array();
  }

  private static ByteBuffer finished(ByteBuffer packet) {
    if (packet.get(0) >>> 4 == 4) {
      Ip.refreshChecksumV4(packet, 0);
    }
    return packet;
  }

  private static Structure of(ByteBuffer packet) {
    return new ActivePacket().wrap(packet, 0, packet.capacity());
  }

  private static ByteBuffer ipv4() throws Exception {
    return packet(true, "94040000");
  }

  private static ByteBuffer ipv6() throws Exception {
    return packet(false, "05020002 0100");
  }

  @Test
  void shouldTakeWhatSourcesWrite() throws Exception {
    assertEquals(Structure.ACTIVE, of(ipv4()));
    assertEquals(Structure.ACTIVE, of(ipv6()));
  }

  @Test
  void shouldRefuseAnIpv4HeaderWhenAnyOfItsBitsIsAnother() throws Exception {
    for (int bit = 0; bit < 24 * 8; bit++) {
      ByteBuffer packet = ipv4();
      packet.put(bit / 8, (byte) (packet.get(bit / 8) ^ 1 << bit % 8));
      Structure expected = bit / 8 == 0 ? of(packet) : Structure.MALFORMED;
      assertEquals(expected, of(packet), "bit " + bit);
    }
  }

  @Test
  void shouldRefuseOtherTrafficWithAWrongHeaderChecksumAsAnyRouterDoes() throws Exception {
    ByteBuffer packet = ipv4();
    packet.put(9, (byte) 6).putShort(10, (short) (packet.getShort(10) ^ 0x1111));
    assertEquals(Structure.MALFORMED, of(packet));
    assertEquals(Structure.OTHER, of(finished(packet)));
  }

  @ParameterizedTest
  @CsvSource({
    "94040000, ACTIVE",
    "01010101 94040000, ACTIVE",
    "94040000 00000000, ACTIVE",
    "94040000 94040000, ACTIVE",
    "01940400 00000000, ACTIVE",
    "8307040a 00020201 94040000, MALFORMED",
    "94040000 8307040a 00020201, MALFORMED",
    "94040000 07070400 00000000, MALFORMED",
    "94040000 44080500 00000000, MALFORMED",
    "94040000 94040001, MALFORMED",
    "94040000 82000000, MALFORMED",
    "94040000 01010182, MALFORMED",
    "94040000 82050000, MALFORMED",
    "94040001, OTHER",
    "00000000 94040000, OTHER",
    "82000000 94040000, OTHER",
  })
  void shouldTakeNoIpv4OptionButRouterAlertAndPadding(String options, Structure expected)
      throws Exception {
    assertEquals(expected, of(packet(true, options)));
  }

  @ParameterizedTest
  @CsvSource({
    "05020002 0100, ACTIVE",
    "05020002 0000, ACTIVE",
    "0100 05020002, ACTIVE",
    "0100 05020002 01050000 00000000, MALFORMED",
    "01020000 05020002 01020000 0000, ACTIVE",
    "05020002 01060000 00000000 0000, MALFORMED",
    "05020002 01080000 00000000 0000, MALFORMED",
    "05020002 00010200 01010000 0000, MALFORMED",
    "05020002 01040000 01020304 0000, MALFORMED",
    "05020002 1e02 0000 0100 00000000, MALFORMED",
    "05020002 05020002 0102 0000, MALFORMED",
    "05020002 05020000 0102 0000, MALFORMED",
    "05020002 0105, MALFORMED",
    "05020002 1e00, MALFORMED",
    "05020000 0100, OTHER",
  })
  void shouldTakeNoHopByHopOptionButRouterAlertAndShortPadding(String options, Structure expected)
      throws Exception {
    String hex = options.replace(" ", "");
    int missing = 16 - (hex.length() + 4) % 16;
    assertEquals(expected, of(packet(false, hex + "0".repeat(missing % 16))));
  }

  @Test
  void shouldCallFragmentOnlyTheFirstOneThatAsksForAnActiveRouter() throws Exception {
    assertEquals(Structure.FRAGMENT, of(finished(ipv4().putShort(6, (short) 0x2000))));
    assertEquals(Structure.OTHER, of(finished(ipv4().putShort(6, (short) 0x2001))));
    assertEquals(Structure.OTHER, of(finished(ipv4().putShort(6, (short) 1))));
    ByteBuffer other = ipv4().putShort(6, (short) 0x2000).putShort(26, (short) 53);
    assertEquals(Structure.OTHER, of(finished(other)));
  }

  @Test
  void shouldCallFragmentOnlyTheFirstOneOfIpv6() throws Exception {
    assertEquals(Structure.FRAGMENT, of(behind(44, "11000001 12345678")));
    assertEquals(Structure.FRAGMENT, of(behind(44, "11000000 12345678")));
    assertEquals(Structure.OTHER, of(behind(44, "11000009 12345678")));
    assertEquals(Structure.OTHER, of(behind(44, "11000008 12345678")));
    assertEquals(Structure.OTHER, of(behind(44, "06000001 12345678")));
    ByteBuffer other = behind(44, "11000001 12345678");
    assertEquals(Structure.OTHER, of(other.putShort(58, (short) 53)));
  }

  /** An IPv6 packet with these headers behind the hop-by-hop header, the first of this type. */
  private static ByteBuffer behind(int type, String headers) throws Exception {
    byte[] plain = ipv6().array();
    byte[] chain = HexFormat.of().parseHex(headers.replace(" ", ""));
    ByteBuffer packet = ByteBuffer.allocate(plain.length + chain.length);
    packet.put(plain, 0, 48).put(chain).put(plain, 48, plain.length - 48);
    return packet.put(40, (byte) type).putShort(4, (short) (packet.capacity() - 40));
  }

  @ParameterizedTest
  @CsvSource({
    "60, 1100000000000000",
    "0, 1100000000000000",
    "43, 1100000000000000",
    "51, 1100000000000000",
    "60, 110100000000000000000000 00000000",
    "60, 2b00000000000000 3c00000000000000 1100000000000000",
    "60, 2c00000000000000 1100000100000000",
    "44, 3c00000100000000 1100000000000000",
  })
  void shouldSeeAnActivePacketBehindFurtherHeaders(int type, String headers) throws Exception {
    assertEquals(Structure.BEHIND_HEADERS, of(behind(type, headers)));
  }

  @ParameterizedTest
  @CsvSource({
    "60, 0600000000000000",
    "60, 2c00000000000000 1100000800000000",
    "59, 1100000000000000",
    "6, 1100000000000000",
  })
  void shouldLeaveAloneWhatHasSomethingElseBehindItsHeaders(int type, String headers)
      throws Exception {
    assertEquals(Structure.OTHER, of(behind(type, headers)));
  }

  private static boolean isWorthDiverting(ByteBuffer packet) {
    ActivePacket view = new ActivePacket();
    Structure structure = view.wrap(packet, 0, packet.capacity());
    assertTrue(structure == Structure.OTHER || structure == Structure.BEHIND_HEADERS);
    return view.isWorthDiverting();
  }

  @Test
  void shouldCallWorthDivertingWhatRulesTakeThatLackRouterAlertAlone() throws Exception {
    assertTrue(isWorthDiverting(packet(true, "94040001")));
    assertTrue(isWorthDiverting(finished(packet(true, "01010101").putShort(6, (short) 0x2000))));
    assertTrue(isWorthDiverting(packet(false, "05020000 0100")));
    ByteBuffer longChain = behind(60, "3c00000000000000".repeat(99) + "1100000000000000");
    assertTrue(isWorthDiverting(longChain));
  }

  @Test
  void shouldNotCallWorthDivertingWhatNoRuleTakes() throws Exception {
    assertFalse(isWorthDiverting(packet(true, "")));
    assertFalse(isWorthDiverting(finished(ipv4().putShort(6, (short) 1))));
    assertFalse(isWorthDiverting(finished(ipv4().put(9, (byte) 41))));
    assertFalse(isWorthDiverting(finished(ipv4().putShort(26, (short) 53))));
    assertFalse(isWorthDiverting(ipv6().put(6, (byte) 43)));
    assertFalse(isWorthDiverting(ipv6().putShort(50, (short) 53)));
  }

  /** Segment Routing (RFC 8754) with another IPv6 packet behind it, and further headers before. */
  @ParameterizedTest
  @CsvSource({
    "43, 2900040000000000",
    "44, 2b00000000000000 2900040000000000",
    "44, 2b00000800000000 1100000000000000",
    "60, 11ff000000000000",
    "41, 1100000000000000",
    "50, 1100000000000000",
  })
  void shouldNotCallWorthDivertingWhatHasNoUdpOfItsOwn(int type, String headers) throws Exception {
    assertFalse(isWorthDiverting(behind(type, headers)));
    ByteBuffer unalerted = behind(type, headers).putInt(42, 0x01040000);
    assertFalse(isWorthDiverting(unalerted));
    String chain = "3c00000000000000".repeat(9);
    assertFalse(isWorthDiverting(behind(60, chain + "2b00000000000000 2900040000000000")));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 100})
  void shouldNotLookBehindMoreThanEightHeaders(int headers) throws Exception {
    String chain = "3c00000000000000".repeat(headers - 1);
    assertEquals(Structure.BEHIND_HEADERS, of(behind(60, chain + "1100000000000000")));
    Structure other = headers > 8 ? Structure.BEHIND_HEADERS : Structure.OTHER;
    assertEquals(other, of(behind(60, chain + "0600000000000000")));
  }

  @Test
  void shouldNotTrustAChainThatReachesBeyondThePacket() throws Exception {
    assertEquals(Structure.BEHIND_HEADERS, of(behind(60, "11ff000000000000")));
  }
}
