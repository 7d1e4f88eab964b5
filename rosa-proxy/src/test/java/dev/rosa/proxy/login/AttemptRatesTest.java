package dev.rosa.proxy.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Attempts to log in. */
class AttemptRatesTest {
  private static final int ATTEMPTS = 5;

  private Instant now = Instant.EPOCH;
  private final AttemptRates rates = new AttemptRates(() -> ATTEMPTS, 1, () -> now);

  private static InetAddress address(String text) {
    return IpLiteral.parse(text);
  }

  private int takeAll(InetAddress client) {
    int taken = 0;
    while (rates.take(client)) {
      taken++;
    }
    return taken;
  }

  @Test
  void shouldGiveAnAddressSoManyAttemptsAMinute() {
    assertEquals(ATTEMPTS, takeAll(address("192.0.2.1")));
    assertEquals(ATTEMPTS, takeAll(address("192.0.2.2")), "another address");

    now = now.plus(Duration.ofMinutes(1));

    assertEquals(ATTEMPTS, takeAll(address("192.0.2.1")));
  }

  @Test
  void shouldCountTheAddressesOfOneIpv6NetworkTogether() {
    assertEquals(ATTEMPTS, takeAll(address("2001:db8::1")));
    assertFalse(rates.take(address("2001:db8::2")));
    assertTrue(rates.take(address("2001:db8:0:1::2")));
  }

  @Test
  void shouldGiveAUserNameMoreThanOneAddressCanUseUp() {
    int taken = 0;
    while (rates.take("alice")) {
      taken++;
    }

    assertEquals(4 * ATTEMPTS, taken);
    assertTrue(rates.take("bob"));
  }

  @Test
  void shouldNotGrowInAFloodOfAddresses() {
    int refused = 0;
    for (int i = 0; i < 1_000_000; i++) {
      String flooding = "10." + (i >> 16 & 255) + "." + (i >> 8 & 255) + "." + (i & 255);
      refused += rates.take(address(flooding)) ? 0 : 1;
    }

    // 65,536 buckets of five: a table that grew would take each of the million.
    assertTrue(refused > 500_000, refused + " refused");
  }
}
