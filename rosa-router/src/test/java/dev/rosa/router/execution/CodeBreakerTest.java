package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CodeBreakerTest {

  private static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});
  private static final Instant NOW = Instant.ofEpochSecond(1_000);
  private static final CodeBreaker.Limits LIMITS =
      new CodeBreaker.Limits(3, Duration.ofSeconds(10));

  private long nanos;
  private long user;
  private final CodeBreaker breaker = breaker(LIMITS);

  private CodeBreaker breaker(CodeBreaker.Limits limits) {
    return new CodeBreaker(CODE, limits, new WorkerClock(() -> NOW, () -> nanos));
  }

  /** Fails on packets of three users in turn. */
  private void fail(int times, Duration between) {
    for (int i = 0; i < times; i++) {
      breaker.failed(user++ % 3, 7, 0xabcL, "fault");
      nanos += between.toNanos();
    }
  }

  private void failOn(long one, int times) {
    for (int i = 0; i < times; i++) {
      breaker.failed(one, 7, one, "fuel");
    }
  }

  private boolean isOpen() {
    return breaker.isOpenFor(9, 9);
  }

  @Test
  void shouldStopCodeThatFailsOftenWithinTheTime() {
    try (CapturedLog log = CapturedLog.of(CodeBreaker.class)) {
      fail(2, Duration.ofSeconds(5));
      assertFalse(isOpen());
      fail(1, Duration.ofSeconds(5));
      assertTrue(isOpen());
      assertEquals(new CodeBreaker.Stop(NOW, 0xabcL, "fault"), breaker.stop().orElseThrow());
      fail(5, Duration.ZERO);
      assertEquals(1, log.lines().size());
      assertTrue(log.lines().get(0).contains("abc"), log.lines().get(0));
    }
  }

  @Test
  void shouldNotStopCodeWhoseFailuresLieApart() {
    fail(20, Duration.ofMillis(5_001));
    assertFalse(isOpen());
  }

  @Test
  void shouldCountAnewWhenCodeRunsAgain() {
    fail(3, Duration.ZERO);
    assertTrue(breaker.resume());
    assertFalse(isOpen());
    fail(2, Duration.ZERO);
    assertFalse(isOpen());
    assertFalse(breaker.resume());
    fail(3, Duration.ZERO);
    assertTrue(isOpen());
  }

  @Test
  void shouldStopNoCodeWithoutALimit() {
    CodeBreaker never = CodeBreaker.never(CODE);
    for (int i = 0; i < 1_000; i++) {
      never.failed(i, 1, 1, "fuel");
    }
    assertFalse(never.isOpenFor(1, 1));
  }

  @Test
  void shouldStopCodeByOneFailureWhenTheLimitIsOne() {
    CodeBreaker strict = breaker(new CodeBreaker.Limits(1, Duration.ofSeconds(1)));
    strict.failed(1, 1, 1, "stack");
    assertTrue(strict.isOpenFor(2, 2));
  }

  @Test
  void shouldStopCodeForOneUserAloneWhenItFailsOnThatUsersPackets() {
    try (CapturedLog log = CapturedLog.of(CodeBreaker.class)) {
      failOn(1, 2);
      assertFalse(breaker.isOpenFor(1, 7));
      failOn(1, 5);
      assertTrue(breaker.isOpenFor(1, 7));
      assertFalse(breaker.isOpenFor(1, 8));
      assertFalse(breaker.isOpenFor(7, 1));
      assertEquals(Optional.empty(), breaker.stop());
      assertEquals(List.of(new CodeBreaker.Stop(NOW, 1, "fuel")), breaker.stopsOfUsers());
      assertEquals(1, log.lines().size());
      assertTrue(log.lines().get(0).contains("for one user"), log.lines().get(0));
    }
    assertTrue(breaker.resume());
    assertFalse(breaker.isOpenFor(1, 7));
  }

  @Test
  void shouldNotStopCodeForAllWhenTwoUsersFailOften() {
    failOn(1, 100);
    failOn(2, 100);
    assertTrue(breaker.isOpenFor(1, 7));
    assertTrue(breaker.isOpenFor(2, 7));
    assertFalse(isOpen());
    failOn(3, 1);
    assertTrue(isOpen());
  }

  @Test
  void shouldStopCodeForAllWhenItIsStoppedForVeryManyUsers() {
    for (int one = 0; one <= CodeStops.MOST_USERS; one++) {
      failOn(one, 2);
      nanos += Duration.ofSeconds(11).toNanos();
      assertFalse(isOpen());
      failOn(one, 3);
      nanos += Duration.ofSeconds(11).toNanos();
    }
    assertTrue(isOpen());
  }

  @Test
  void shouldCountALargeNumberOfFailuresInTheSameRate() {
    CodeBreaker patient = breaker(new CodeBreaker.Limits(10_000, Duration.ofSeconds(100)));
    for (int i = 0; i < 1_000; i++) {
      patient.failed(i % 3, 7, 1, "fault");
      nanos += Duration.ofMillis(11).toNanos();
    }
    assertFalse(patient.isOpenFor(1, 7));
    for (int i = 0; i < 1_000; i++) {
      patient.failed(i % 3, 7, 1, "fault");
      nanos += Duration.ofMillis(9).toNanos();
    }
    assertTrue(patient.isOpenFor(1, 7));
  }
}
