package dev.rosa.proxy.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class SessionCountsTest {
  private final SessionCounts counts = new SessionCounts(new RelayLimits(3, 2, 1, 1, 1));

  private static InetAddress address(String text) {
    return IpLiteral.parse(text);
  }

  @Test
  void shouldCountTheAddressesOfAnIpv6NetworkTogether() {
    assertTrue(counts.add(address("2001:db8::1")));
    assertTrue(counts.add(address("2001:db8::2")));
    assertFalse(counts.add(address("2001:db8::3")));
    assertTrue(counts.add(address("2001:db8:0:1::1")));
  }

  @Test
  void shouldHaveRoomAgainWhenASessionHasEnded() {
    assertTrue(counts.add(address("10.0.0.1")));
    assertTrue(counts.add(address("10.0.0.1")));
    assertFalse(counts.add(address("10.0.0.1")));
    assertTrue(counts.add(address("10.0.0.2")));
    assertFalse(counts.add(address("10.0.0.3")));

    counts.remove(address("10.0.0.1"));

    assertEquals(2, counts.all());
    assertTrue(counts.add(address("10.0.0.3")));
  }
}
