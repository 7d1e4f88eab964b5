package dev.rosa.as.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.testkit.CapturedLog;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deletion of revocations and secrets beside a wall clock that is ahead for a while. */
class PassedTimeTest {
  private static final Duration AHEAD = Duration.ofDays(2);
  private static final Epoch FIRST = new Epoch(HandlerFixture.TRANSCODER, 1);

  /** The largest skew of a router, and a second. */
  private static final Duration REVOKED_AFTER_SET = Duration.ofSeconds(303);

  @TempDir Path folder;
  private HandlerFixture as;
  private Identity bob;
  private ServiceGrant session;

  @BeforeEach
  void beginASession() throws Exception {
    as = new HandlerFixture(folder);
    bob = as.domain.user("bob");
    session = as.ask(Requests.good().addRecipients(bob.id().toString()));
    look();
  }

  @AfterEach
  void close() {
    as.close();
  }

  /** The deletions that the server makes by itself. */
  private void look() {
    as.records.revocations().list().deleteEnded();
    List<Epoch> unused = as.records.epochEnds().retireEnded();
  }

  private void revoke() {
    as.records.revocations().sessions().revoke(List.of(session.getSession()), done -> {});
  }

  private long revoked() {
    return as.records.revocations().list().counts().get("session");
  }

  private void beginNextEpoch() throws Exception {
    as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
    as.confirmAll();
  }

  private boolean hasFirstSecret() {
    return as.records.secrets().find(HandlerFixture.TRANSCODER, 1).isPresent();
  }

  /** Time passes until a while after the session's end. */
  private void passItsEnd(Duration after) {
    Instant set = Instant.ofEpochSecond(Integer.toUnsignedLong(session.getSet()));
    as.clock.move(Duration.between(as.clock.instant(), set).plus(after));
  }

  @Test
  void shouldKeepRevocationWhileClockIsAhead() {
    revoke();
    as.clock.jump(AHEAD);
    look();
    assertEquals(1, revoked());
    as.clock.move(Duration.ofMinutes(1));
    look();
    as.clock.jump(AHEAD.negated());
    look();
    assertEquals(1, revoked());
    passItsEnd(REVOKED_AFTER_SET);
    look();
    assertEquals(0, revoked());
  }

  @Test
  void shouldKeepSecretOfRunningSessionWhileClockIsAhead() throws Exception {
    beginNextEpoch();
    as.clock.jump(AHEAD);
    assertEquals(List.of(), as.records.epochEnds().retireEnded());
    as.clock.jump(AHEAD.negated());
    look();
    assertTrue(hasFirstSecret());
    passItsEnd(Duration.ofSeconds(5));
    assertEquals(List.of(FIRST), as.records.epochEnds().retireEnded());
  }

  @Test
  void shouldDeleteWhenTheTimeHasPassedAlthoughTheClockStaysAhead() throws Exception {
    revoke();
    beginNextEpoch();
    as.clock.jump(AHEAD);
    look();
    as.clock.move(Duration.ofSeconds(90));
    look();
    assertEquals(1, revoked());
    as.clock.move(Duration.ofMinutes(11));
    look();
    assertEquals(0, revoked());
    assertFalse(hasFirstSecret());
  }

  @Test
  void shouldKeepBothWhenServerIsStartedWhileClockIsAhead() throws Exception {
    revoke();
    beginNextEpoch();
    as.clock.jump(AHEAD);
    as.open();
    look();
    as.clock.jump(AHEAD.negated());
    as.open();
    look();
    assertEquals(1, revoked());
    assertTrue(hasFirstSecret());
    passItsEnd(REVOKED_AFTER_SET);
    look();
    assertEquals(0, revoked());
    assertFalse(hasFirstSecret());
  }

  @Test
  void shouldRefuseJoinAgainWhoseIdWasTakenBeforeTheClockWasAhead() throws Exception {
    SignedStatement join =
        Requests.sign(bob, Requests.join(bob.id(), session.getSession(), as.clock));
    as.join(bob.id(), join);
    Instant right = as.clock.instant();
    as.clock.jump(Duration.ofMinutes(3));
    ServiceGrant later = as.ask(Requests.good().addRecipients(bob.id().toString()));
    as.join(bob, later.getSession());
    as.clock.jump(Duration.ofMinutes(-3));
    as.records.clockFloor().accept(right, "root");
    Refusal refusal = assertThrows(Refusal.class, () -> as.join(bob.id(), join));
    assertEquals(Status.Code.ALREADY_EXISTS, refusal.code());
  }

  @Test
  void shouldTellOnceThatTheClockIsAheadAndThatItAgreesAgain() {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      as.clock.jump(Duration.ofSeconds(3));
      look();
      assertEquals(List.of(), log.linesWith("clock"));
      as.clock.jump(AHEAD);
      look();
      as.clock.move(Duration.ofSeconds(1));
      look();
      as.clock.jump(AHEAD);
      look();
      assertEquals(1, log.linesWith("ALARM clock went ahead by 172800 s").size());
      assertEquals(
          Map.of("aheadSeconds", 2 * AHEAD.toSeconds() + 3, "jumps", 2L),
          as.records.passed().figures());
      as.clock.jump(AHEAD.multipliedBy(2).plusSeconds(3).negated());
      look();
      assertEquals(1, log.linesWith("clock agrees with the time that has passed again").size());
    }
    assertEquals(Map.of("aheadSeconds", 0L, "jumps", 2L), as.records.passed().figures());
  }
}
