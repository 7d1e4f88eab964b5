package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigValuesTest {
  @ParameterizedTest
  @ValueSource(strings = {"0s", "250ms", "2s", "5m", "1h", "7d"})
  void shouldReadAndWriteDurationTheSameWay(String text) {
    assertEquals(text, Durations.format(Durations.parse(text)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "2 s", "-2s", "2S", "s", "1.5s", "9999999999999s"})
  void shouldRefuseDurationWhenUnitOrNumberIsWrong(String text) {
    assertThrows(IllegalArgumentException.class, () -> Durations.parse(text));
  }

  @Test
  void shouldReadSizeInItsUnit() {
    assertEquals(3L << 20, ByteSize.parse("3MiB").bytes());
    assertEquals("64KiB", ByteSize.parse("64KiB").toString());
    assertThrows(IllegalArgumentException.class, () -> ByteSize.parse("64kb"));
  }

  @Test
  void shouldReadHostAndPortInBothFamilies() {
    assertEquals(new HostPort("as.example.net", 7001), HostPort.parse("as.example.net:7001"));
    assertEquals(7001, HostPort.parse("[::1]:7001").toSocketAddress().getPort());
    assertEquals("[0:0:0:0:0:0:0:1]:7001", HostPort.parse("[::1]:7001").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", "host:", ":1", "::1:7001", "h:99999", "h:1:2", "[zz]:1"})
  void shouldRefuseHostPortWhenFormIsWrong(String text) {
    assertThrows(IllegalArgumentException.class, () -> HostPort.parse(text));
  }

  @Test
  void shouldContainOnlyAddressesOfItsBlockAndFamily() throws Exception {
    IpPrefix block = IpPrefix.parse("10.0.0.0/23");
    assertTrue(block.contains(InetAddress.getByName("10.0.1.255")));
    assertFalse(block.contains(InetAddress.getByName("10.0.2.0")));
    assertFalse(block.contains(IpLiteral.parse("::1")));
    assertTrue(IpPrefix.parse("2001:db8::/32").contains(InetAddress.getByName("2001:db8::9")));
    assertTrue(IpPrefix.parse("10.0.0.1").contains(InetAddress.getByName("10.0.0.1")));
    assertTrue(IpPrefix.parse("0.0.0.0/0").contains(InetAddress.getByName("255.0.0.1")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "10.0.0.1/24", "10.0.0/8", "x/8", "10.0.0.0/", "::/129"})
  void shouldRefusePrefixWhenItIsNone(String text) {
    assertThrows(IllegalArgumentException.class, () -> IpPrefix.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "010.0.0.1", "1.2.3", "256.1.1.1", "fe80::1%eth0", ":::", ""})
  void shouldNeverLookUpNamesWhenAddressIsExpected(String text) {
    assertThrows(IllegalArgumentException.class, () -> IpLiteral.parse(text));
  }

  @Test
  void shouldFormatWholeUnits() {
    assertEquals("90s", Durations.format(Duration.ofSeconds(90)));
    assertEquals("36h", Durations.format(Duration.ofHours(36)));
  }
}
