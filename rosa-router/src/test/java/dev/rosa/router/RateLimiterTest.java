package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RateLimiterTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void shouldNotRefillTwiceForTheSameTimeWhenPacketsAreOutOfOrder() {
    RateLimiter limiter = new RateLimiter(1);
    assertTrue(limiter.tryTake(9 * SECOND));
    assertFalse(limiter.tryTake(8 * SECOND));
    assertFalse(limiter.tryTake(9 * SECOND));
    assertTrue(limiter.tryTake(10 * SECOND));
  }
}
