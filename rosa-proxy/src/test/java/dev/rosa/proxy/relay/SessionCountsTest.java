package dev.rosa.proxy.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class SessionCountsTest {
  private final SessionCounts counts = counts(4, 2);

  private static SessionCounts counts(int sessions, int perClient) {
    return new SessionCounts(new RelayLimits(sessions, perClient, 1, 1, 1));
  }

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

    counts.remove(address("10.0.0.1"));

    assertEquals(1, counts.all());
    assertTrue(counts.add(address("10.0.0.1")));
  }

  @Test
  void shouldLeaveRoomWhenSomeClientsTakeAllTheyCan() {
    SessionCounts many = counts(512, 128);
    for (int i = 0; i < 128; i++) {
      for (int client = 1; client <= 4; client++) {
        many.add(address("10.0.0." + client));
      }
    }
    assertTrue(many.all() < 512, () -> "open: " + many.all());
    for (int client = 5; client <= 50; client++) {
      assertTrue(many.add(address("10.0.0." + client)));
    }
  }

  @Test
  void shouldTakeNoMoreThanAllSessions() {
    for (int client = 1; client <= 4; client++) {
      assertTrue(counts.add(address("10.0.0." + client)));
    }
    assertFalse(counts.add(address("10.0.0.5")));
  }
}
