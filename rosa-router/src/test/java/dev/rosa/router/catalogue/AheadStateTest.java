package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.StateContent;
import dev.rosa.router.catalogue.Verdict.Taken;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** States of an Authorization Server whose clock is ahead, or a router whose own is behind. */
class AheadStateTest extends StateIntakeRig {
  private static final Duration AHEAD = Duration.ofDays(1);

  private SignedState state(long number, Duration ahead) {
    Instant issuedAt = now.plus(ahead);
    return DomainStates.sign(
            server,
            number,
            issuedAt,
            issuedAt.plus(LIFE),
            new StateContent(Map.of(CODE, Set.of(7)), List.of()))
        .signed();
  }

  private Verdict offer(StateIntake intake, SignedState state) {
    return intake.offer(
        SERVER, ScriptedCodeServer.catalogue(++version, CODE).toBuilder().setState(state).build());
  }

  private static long issuedAhead(StateIntake intake) {
    return intake.status().figures().get("issuedAhead");
  }

  @Test
  void shouldEndStateThoughTheClockIsSetBack() throws Exception {
    StateIntake intake = intake(KeptState.none());
    assertInstanceOf(Taken.class, offer(intake, state(5, Duration.ZERO)));
    now = now.minus(Duration.ofHours(1));
    nanos += LIFE.plus(SKEW).toNanos();
    assertFalse(intake.isStale());
    assertEquals(0, Math.max(0, intake.status().figures().get("secondsLeft")));
    nanos += Duration.ofMillis(1).toNanos();
    assertTrue(intake.isStale());
    now = start;
    assertInstanceOf(Taken.class, offer(intake, state(6, Duration.ZERO)));
    assertFalse(intake.isStale());
  }

  @Test
  void shouldTakeStateThatWasIssuedAheadAndEndItAsIfIssuedAtItsReceipt() throws Exception {
    StateIntake intake = intake(KeptState.none());
    assertInstanceOf(Taken.class, offer(intake, state(5, AHEAD)));
    assertEquals(1, issuedAhead(intake));
    assertEquals(LIFE.toSeconds(), intake.status().figures().get("secondsLeft"));
    now = now.plus(LIFE).plus(SKEW);
    assertFalse(intake.isStale());
    now = now.plusMillis(1);
    assertTrue(intake.isStale());
    assertInstanceOf(Taken.class, offer(intake, state(6, AHEAD)));
    assertFalse(intake.isStale());
  }

  @Test
  void shouldNotMoveItsEndWhenItComesAgainOrAfterAnOlderOne() throws Exception {
    StateIntake intake = intake(KeptState.none());
    SignedState older = state(4, AHEAD);
    SignedState newest = state(5, AHEAD);
    assertInstanceOf(Taken.class, offer(intake, newest));
    now = now.plus(LIFE).plus(SKEW);
    Verdict unused = offer(intake, older);
    assertInstanceOf(Taken.class, offer(intake, newest));
    now = now.plusMillis(1);
    assertTrue(intake.isStale());
    assertEquals(1, issuedAhead(intake));
  }

  @Test
  void shouldNotEndStateBecauseItCameWhileTheClockWasAhead() throws Exception {
    StateIntake intake = intake(KeptState.none());
    now = now.plus(Duration.ofHours(1));
    assertInstanceOf(Taken.class, offer(intake, state(5, Duration.ZERO)));
    now = start;
    assertFalse(intake.isStale());
    nanos += LIFE.toNanos();
    assertFalse(intake.isStale());
  }

  @Test
  void shouldEndStateOfARestartThoughTheClockIsBehind() throws Exception {
    Path folder = directory.resolve("kept");
    assertInstanceOf(Taken.class, offer(intake(KeptState.open(folder)), state(5, Duration.ZERO)));
    now = now.minus(Duration.ofHours(1));
    try (CapturedLog log = CapturedLog.of(StateIntake.class)) {
      StateIntake next = intake(KeptState.open(folder));
      assertEquals(1, log.linesWith("WARN the clock is behind").size());
      assertFalse(next.isStale());
      nanos += LIFE.plus(SKEW).plusMillis(1).toNanos();
      assertTrue(next.isStale());
    }
  }

  @Test
  void shouldNotMoveItsEndByARestart() throws Exception {
    Path folder = directory.resolve("r1.state");
    SignedState state = state(5, AHEAD);
    assertInstanceOf(Taken.class, offer(intake(KeptState.open(folder)), state));
    now = now.plus(LIFE).plus(SKEW).plusMillis(1);
    StateIntake next = intake(KeptState.open(folder));
    assertTrue(next.isStale());
    assertInstanceOf(Taken.class, offer(next, state));
    assertTrue(next.isStale());
  }

  @Test
  void shouldLeaveTheEndOfAStateThatIsAheadByTheSkew() throws Exception {
    StateIntake intake = intake(KeptState.none());
    assertInstanceOf(Taken.class, offer(intake, state(5, SKEW.minusMillis(1))));
    assertFalse(intake.isAhead());
    assertEquals(0, issuedAhead(intake));
    assertEquals(LIFE.plus(SKEW).toSeconds() - 1, intake.status().figures().get("secondsLeft"));
  }

  @Test
  void shouldTellOnceThatStatesAreAhead() throws Exception {
    StateIntake intake = intake(KeptState.none());
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      LinkReport report =
          new LinkReport(LoggerFactory.getLogger("dev.rosa.test"), SERVER, () -> now);
      for (int number = 5; number < 8; number++) {
        Verdict unused = offer(intake, state(number, AHEAD));
        report.tell(intake.isStale(), intake.isAhead(), intake.inForce());
      }
      assertEquals(1, log.linesWith("compare the nodes' clocks").size());
      now = now.plus(SKEW);
      Verdict unused = offer(intake, state(8, Duration.ZERO));
      report.tell(intake.isStale(), intake.isAhead(), intake.inForce());
      assertEquals(1, log.linesWith("is not ahead of this router's clock any more").size());
    }
  }
}
