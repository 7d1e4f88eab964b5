package dev.rosa.firewall.plane.ban;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link Source}. */
class SourceTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0/0",
        "192.0.2.7",
        "192.0.2.0/24",
        "255.255.255.255",
        "::",
        "::/0",
        "::1",
        "2001:db8::/64",
        "2001:db8::1",
        "1:0:1::",
        "fe80::1:0:0:1",
        "2001:db8:0:1:1:1:1:1",
        "02:00:00:00:00:ff"
      })
  void shouldReadWhatItWrites(String text) {
    assertEquals(text, Source.parse(text).text());
  }

  @Test
  void shouldReadAPrefixOfIpv6ThatStandsForOneOfIpv4() {
    assertEquals("10.0.0.0/24", Source.parse("::ffff:10.0.0.0/120").text());
    assertThrows(IllegalArgumentException.class, () -> Source.parse("::ffff:10.0.0.0/24"));
  }

  @Test
  void shouldReadCapitalLetters() {
    assertEquals("02:00:00:00:00:ff", Source.parse("02:00:00:00:00:FF").text());
    assertEquals("2001:db8::/64", Source.parse("2001:DB8::/64").text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1.2.3",
        "1.2.3.256",
        "1.2.3.4/33",
        "1.2.3.4/24",
        "2001:db8::1/64",
        "::1/129",
        "host",
        "1.2.3.4/",
        "1.2.3.4/-1",
        "02:00:00:00:00",
        "02:00:00:00:00:00/24",
        "ff:ff:ff:ff:ff:ff",
        "33:33:00:00:00:01",
        "fe80::1%eth0",
        ":::"
      })
  void shouldRefuseWhatIsNoSource(String text) {
    assertThrows(IllegalArgumentException.class, () -> Source.parse(text));
  }

  @Test
  void shouldContainTheAddressesOfItsPrefix() {
    Source prefix = Source.parse("2001:db8:0:1::/64");

    assertTrue(prefix.contains(Source.parse("2001:db8:0:1:ffff::1")));
    assertTrue(prefix.contains(prefix));
    assertFalse(prefix.contains(Source.parse("2001:db8:0:2::1")));
    assertFalse(prefix.contains(Source.parse("2001:db8::/32")));
    assertFalse(Source.parse("0.0.0.0/0").contains(Source.parse("::1")));
  }

  @Test
  void shouldGiveItsBytes() throws Exception {
    byte[] bytes = {(byte) 192, 0, 2, 7};

    assertArrayEquals(bytes, Source.of(InetAddress.getByAddress(bytes)).bytes());
    assertArrayEquals(
        new byte[] {2, 0, 0, 0, 0, (byte) 0xff}, Source.parse("02:00:00:00:00:ff").bytes());
    assertEquals(16, Source.parse("2001:db8::1").bytes().length);
  }
}
