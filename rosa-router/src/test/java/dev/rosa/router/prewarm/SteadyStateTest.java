package dev.rosa.router.prewarm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class SteadyStateTest {

  private boolean atRest = true;
  private final SteadyState steadyState = new SteadyState(() -> atRest);

  private void laps(int count, long nanos) {
    for (int i = 0; i < count; i++) {
      steadyState.add(nanos);
    }
  }

  @Test
  void shouldNotBeHotBeforeCompilersCanHaveCountedEnough() {
    laps(39, 100);
    assertFalse(steadyState.isReached());
    laps(1, 100);
    assertTrue(steadyState.isReached());
  }

  @Test
  void shouldNotBeHotWhileLapsBecomeShorter() {
    for (long nanos = 1_000_000; nanos > 1_000; nanos = nanos * 8 / 10) {
      laps(8, nanos);
      assertFalse(steadyState.isReached());
    }
  }

  @Test
  void shouldNotBeHotWhileLapsAreLongerThanTheBest() {
    laps(8, 100);
    laps(80, 150);
    assertFalse(steadyState.isReached());
    laps(16, 109);
    assertTrue(steadyState.isReached());
  }

  @Test
  void shouldNotMindAFewLapsThatWereDisturbed() {
    for (int i = 0; i < 40; i++) {
      steadyState.add(i % 3 == 0 ? 10_000 : 100);
    }
    assertTrue(steadyState.isReached());
  }

  @Test
  void shouldNotBeHotWhileCompilersWork() {
    atRest = false;
    laps(80, 100);
    assertFalse(steadyState.isReached());
    atRest = true;
    laps(16, 100);
    assertTrue(steadyState.isReached());
  }
}
