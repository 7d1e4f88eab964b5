package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CodeBreakerTest {

  private static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});
  private static final Instant NOW = Instant.ofEpochSecond(1_000);
  private static final CodeBreaker.Limits LIMITS =
      new CodeBreaker.Limits(3, Duration.ofSeconds(10));

  private long nanos;
  private final CodeBreaker breaker = breaker(LIMITS);

  private CodeBreaker breaker(CodeBreaker.Limits limits) {
    return new CodeBreaker(CODE, limits, new WorkerClock(() -> NOW, () -> nanos));
  }

  private void fail(int times, Duration between) {
    for (int i = 0; i < times; i++) {
      breaker.failed(0xabcL, "fault");
      nanos += between.toNanos();
    }
  }

  @Test
  void shouldStopCodeThatFailsOftenWithinTheTime() {
    try (CapturedLog log = CapturedLog.of(CodeBreaker.class)) {
      fail(2, Duration.ofSeconds(5));
      assertFalse(breaker.isOpen());
      fail(1, Duration.ofSeconds(5));
      assertTrue(breaker.isOpen());
      assertEquals(new CodeBreaker.Stop(NOW, 0xabcL, "fault"), breaker.stop().orElseThrow());
      fail(5, Duration.ZERO);
      assertEquals(1, log.lines().size());
      assertTrue(log.lines().get(0).contains("abc"), log.lines().get(0));
    }
  }

  @Test
  void shouldNotStopCodeWhoseFailuresLieApart() {
    fail(20, Duration.ofMillis(5_001));
    assertFalse(breaker.isOpen());
  }

  @Test
  void shouldCountAnewWhenCodeRunsAgain() {
    fail(3, Duration.ZERO);
    assertTrue(breaker.resume());
    assertFalse(breaker.isOpen());
    fail(2, Duration.ZERO);
    assertFalse(breaker.isOpen());
    assertFalse(breaker.resume());
    fail(3, Duration.ZERO);
    assertTrue(breaker.isOpen());
  }

  @Test
  void shouldStopNoCodeWithoutALimit() {
    CodeBreaker never = CodeBreaker.never(CODE);
    for (int i = 0; i < 1_000; i++) {
      never.failed(1, "fuel");
    }
    assertFalse(never.isOpen());
  }

  @Test
  void shouldStopCodeByOneFailureWhenTheLimitIsOne() {
    CodeBreaker strict = breaker(new CodeBreaker.Limits(1, Duration.ofSeconds(1)));
    strict.failed(1, "stack");
    assertTrue(strict.isOpen());
  }
}
