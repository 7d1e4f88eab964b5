package dev.rosa.bench.proxy.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReadingTest {

  private static final Reading READING = new Reading(2, 1_000, 4_000_000, 500, 0, 3e6, 5e6, 2e6);

  @Test
  void shouldAddUpTheCpuTimesOfAllParties() {
    assertEquals(10, READING.microsEach(), 1e-9);
    assertEquals(2, READING.wayMicrosEach(), 1e-9);
    assertEquals(2.5, READING.millisPerMegabyte(), 1e-9);
  }

  @Test
  void shouldKnowTheMeanTimeOfARequestByTheNumberOfClients() {
    assertEquals(500, READING.perSecond(), 1e-9);
    assertEquals(64, READING.meanMillis(32), 1e-9);
  }
}
