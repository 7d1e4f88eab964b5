package dev.rosa.control.bounds;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Bytes of a server that are no part of an answer. */
final class ByteAllowanceTest {

  private static final long BEGIN = Long.MAX_VALUE - 5;

  private final ByteAllowance allowance = new ByteAllowance(BEGIN);

  private static long after(long seconds) {
    return BEGIN + TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void shouldTakePingsNowAndThenForever() {
    for (int second = 1; second < 100_000; second++) {
      assertTrue(allowance.take(50_000, after(second)));
    }
  }

  @Test
  void shouldEndAFloodThatGoesOn() {
    int seconds = 0;
    while (allowance.take(200_000, after(seconds))) {
      seconds++;
      assertTrue(seconds < 20);
    }
    assertTrue(seconds > 5);
  }

  @Test
  void shouldTakeAnswersOfAnySize() {
    for (int i = 0; i < 10_000; i++) {
      assertTrue(allowance.take(16_400, BEGIN));
      allowance.add(16_400);
    }
  }

  @Test
  void shouldNotSaveMoreThanItBeganWith() {
    allowance.add(100L * ByteAllowance.MOST_BYTES);
    assertFalse(allowance.take((int) ByteAllowance.MOST_BYTES + 1, BEGIN));
  }
}
