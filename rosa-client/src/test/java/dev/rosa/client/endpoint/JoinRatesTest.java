package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class JoinRatesTest {

  private static final JoinRates.Origin KNOWN = new JoinRates.Origin(1, 2, 3);
  private static final JoinRates.Origin OTHER = new JoinRates.Origin(1, 2, 4);
  private static final long NOW = 1_000_000;

  private final JoinRates rates = new JoinRates();

  private int spendAll(JoinRates.Origin origin) {
    int spent = 0;
    while (rates.spend(origin, NOW)) {
      spent++;
    }
    return spent;
  }

  @Test
  void shouldKeepAShareForKnownOriginWhenForgedPacketsComeWithoutEnd() {
    rates.joined(KNOWN);
    assertEquals(JoinRates.BURST, spendAll(OTHER));
    assertFalse(rates.spend(OTHER, NOW));
    assertEquals(JoinRates.BURST_OF_ONE, spendAll(KNOWN));
  }

  @Test
  void shouldLetKnownOriginShareWithTheUnknownWhenItNeedsMore() {
    rates.joined(KNOWN);
    assertEquals(JoinRates.BURST_OF_ONE + JoinRates.BURST, spendAll(KNOWN));
  }

  @Test
  void shouldBoundAllKnownOriginsTogether() {
    int spent = 0;
    for (int user = 0; user < 100; user++) {
      JoinRates.Origin origin = new JoinRates.Origin(user, 0, 0);
      rates.joined(origin);
      spent += spendAll(origin);
    }
    assertEquals(JoinRates.BURST + JoinRates.BURST_OF_KNOWN, spent);
  }

  @Test
  void shouldForgetTheOriginThatWasUsedLongestAgo() {
    rates.joined(KNOWN);
    for (int user = 0; user < 256; user++) {
      rates.joined(new JoinRates.Origin(user, 7, 7));
    }
    assertFalse(rates.isKnown(KNOWN));
    assertTrue(rates.isKnown(new JoinRates.Origin(255, 7, 7)));
  }

  @Test
  void shouldFillByOneTokenInEachPause() {
    int spent = spendAll(OTHER);
    assertEquals(JoinRates.BURST, spent);
    assertFalse(rates.spend(OTHER, NOW + JoinRates.MILLIS_PER_JOIN - 1));
    assertTrue(rates.spend(OTHER, NOW + JoinRates.MILLIS_PER_JOIN));
    assertFalse(rates.spend(OTHER, NOW + JoinRates.MILLIS_PER_JOIN));
  }
}
