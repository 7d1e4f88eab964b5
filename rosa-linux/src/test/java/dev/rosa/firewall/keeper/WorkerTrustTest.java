package dev.rosa.firewall.keeper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkerTrustTest {

  private static final long MILLIS = 1_000_000;
  private static final Duration SILENCE = Duration.ofMillis(500);

  private final WorkerLiveness liveness = new WorkerLiveness(SILENCE, 1);
  private final WorkerTrust trust = new WorkerTrust(liveness, SILENCE);

  private void hearAt(long millis) {
    liveness.hear(new WorkerBeat(false, 0, 1, 0), millis * MILLIS);
  }

  @Test
  void shouldGiveAWorkerPacketsWhenItIsHeardFirst() {
    assertFalse(trust.isDue(0));
    hearAt(10);
    assertTrue(trust.isDue(10 * MILLIS));
  }

  @Test
  void shouldGiveAWorkerThatComesAndGoesPacketsOnlyWhenItIsHeardForAWhile() {
    hearAt(0);
    trust.give(0);
    assertFalse(trust.isDue(501 * MILLIS));
    trust.take(499 * MILLIS);
    hearAt(600);
    assertFalse(trust.isDue(600 * MILLIS));
    hearAt(1_000);
    assertFalse(trust.isDue(1_099 * MILLIS));
    hearAt(1_100);
    assertTrue(trust.isDue(1_100 * MILLIS));
  }

  @Test
  void shouldGiveAWorkerThatWorkedForLongPacketsAtOnceWhenItIsBack() {
    hearAt(0);
    trust.give(0);
    trust.take(5_000 * MILLIS);
    hearAt(6_000);
    assertTrue(trust.isDue(6_000 * MILLIS));
  }
}
