package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RateLimiterTest {

  private static final long SECOND = 1_000_000_000L;

  private final long[] memory = new long[1 + RateLimiter.WORDS];

  private boolean tryTake(long packetsPerSecond, long nowNanos) {
    return RateLimiter.tryTake(memory, 1, packetsPerSecond, nowNanos);
  }

  @Test
  void shouldHoldOneSecondsWorthWhateverTheClockBeganWith() {
    for (long now : new long[] {-5 * SECOND, 0, 7 * SECOND}) {
      Arrays.fill(memory, 0);
      for (int i = 0; i < 4; i++) {
        assertTrue(tryTake(4, now));
      }
      assertFalse(tryTake(4, now));
      assertFalse(tryTake(4, now + SECOND / 5));
      assertTrue(tryTake(4, now + SECOND / 4));
      assertFalse(tryTake(4, now + SECOND / 4));
    }
  }

  @Test
  void shouldNotRefillTwiceForTheSameTimeWhenPacketsAreOutOfOrder() {
    assertTrue(tryTake(1, 9 * SECOND));
    assertFalse(tryTake(1, 8 * SECOND));
    assertFalse(tryTake(1, 9 * SECOND));
    assertTrue(tryTake(1, 10 * SECOND));
  }
}
