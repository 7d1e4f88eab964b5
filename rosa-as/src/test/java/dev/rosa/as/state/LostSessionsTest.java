package dev.rosa.as.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.audit.Fork;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.records.Epochs.Live;
import dev.rosa.as.records.LostSessions;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.transparency.TreeHash;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Care for sessions that a restored backup does not have, by an Authorization Server. None of these
 * tests has a session in the storage.
 */
class LostSessionsTest {

  /** Start ahead, window, and the largest skew of a router, as the fixture has them. */
  private static final Duration LONGEST = Duration.ofHours(25).plusMinutes(5);

  @TempDir Path folder;
  private HandlerFixture as;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
  }

  @AfterEach
  void close() {
    as.close();
  }

  /** A restore, and returns the end of the last session that it may have lost. */
  private Instant restore() {
    as.storage().markRestored(as.clock.instant());
    return as.clock.instant().plus(LONGEST);
  }

  /** Work at the first start after a restore. */
  private void start() {
    as.records.lostSessions().keepRestore();
    as.records.epochs().skipAfterRestore(new SplittableRandom(1));
    as.storage().acceptRestore();
    as.confirmAll();
  }

  private SubjectRevocations subjects() {
    return as.records.revocations().subjects();
  }

  private Instant untilOfUser() throws Exception {
    return subjects().revokeUser(as.alice.id()).until();
  }

  private static Epoch epoch(int number) {
    return new Epoch(HandlerFixture.TRANSCODER, number);
  }

  @Test
  void shouldRevokeUserAndCodeUntilTheLastLostSessionEndsBeforeTheFirstStart() throws Exception {
    Instant last = restore();
    assertEquals(last, untilOfUser());
    assertEquals(last, subjects().revokeCode("transcoder").until());
  }

  @Test
  void shouldRevokeUserAndCodeUntilTheLastLostSessionEndsAfterTheFirstStart() throws Exception {
    Instant last = restore();
    start();
    as.clock.move(Duration.ofHours(20));
    assertEquals(last, untilOfUser());
    assertEquals(last, subjects().revokeCode("transcoder").until());
    as.clock.move(Duration.between(as.clock.instant(), last));
    as.records.revocations().list().deleteEnded();
    assertEquals(2, as.records.revocations().list().newest(10).size());
  }

  @Test
  void shouldRevokeEpochsUntilTheLastLostSessionEnds() throws Exception {
    Instant last = restore();
    start();
    Epoch revoked = as.records.revocations().epochs().revoke(epoch(1).code(), Optional.of(1));
    assertEquals(epoch(1), revoked);
    StatePublication states =
        new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock);
    byte[] segment = states.segments().find(states.newest().content().segments().get(0)).get();
    assertEquals(
        List.of(new Revoked(new Revoked.Epochs(epoch(1).code(), 1), last.getEpochSecond())),
        RevocationSegments.read(segment));
  }

  @Test
  void shouldKeepEpochsFromBeforeTheRestoreUntilTheLastLostSessionEnds() {
    Instant last = restore();
    start();
    as.clock.move(Duration.between(as.clock.instant(), last));
    assertEquals(List.of(), as.records.epochEnds().retireEnded());
    as.clock.move(Duration.ofSeconds(1));
    assertEquals(List.of(epoch(1)), as.records.epochEnds().retireEnded());
  }

  @Test
  void shouldEndEpochsFromAfterTheRestoreWithTheirLastSession() throws Exception {
    Instant unused = restore();
    start();
    Epoch second = as.records.epochs().live().get(1).epoch();
    Epoch third = as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
    as.confirmAll();
    as.clock.move(Duration.ofMinutes(1));
    assertEquals(List.of(second), as.records.epochEnds().retireEnded());
    assertEquals(second.number() + 1, third.number());
  }

  /** Code Servers and routers keep the secret of an epoch that was made in a lost row. */
  @Test
  void shouldUseNoNumberOfAnEpochAgainWhenTheLossOfRowsWasAccepted() throws Exception {
    as.records.logForks().report(new Fork("cs1", 9, TreeHash.EMPTY, 0, as.clock.instant()));
    Fork unused = as.records.logForks().accept(as.clock.instant());
    List<Live> live = as.records.epochs().live();
    assertEquals(2, live.size());
    assertTrue(live.get(1).epoch().number() > 1 << 20, live.toString());
  }

  @Test
  void shouldRevokeUserUntilTheLastLostSessionEndsWhenTheLossOfRowsWasAccepted() throws Exception {
    as.records.logForks().report(new Fork("cs1", 9, TreeHash.EMPTY, 0, as.clock.instant()));
    Fork unused = as.records.logForks().accept(as.clock.instant());
    assertEquals(as.clock.instant().plus(LONGEST).plusSeconds(1), untilOfUser());
  }

  @Test
  void shouldKeepEpochsFromBeforeAnAcceptedLossUntilTheLastLostSessionEnds() throws Exception {
    as.confirmAll();
    as.records.logForks().report(new Fork("cs1", 9, TreeHash.EMPTY, 0, as.clock.instant()));
    Fork unused = as.records.logForks().accept(as.clock.instant());
    as.clock.move(Duration.ofSeconds(1));
    as.confirmAll();
    as.clock.move(LONGEST);
    assertEquals(List.of(), as.records.epochEnds().retireEnded());
    as.clock.move(Duration.ofSeconds(1));
    assertEquals(List.of(epoch(1)), as.records.epochEnds().retireEnded());
  }

  @Test
  void shouldForgetLostSessionsWhenTheyHaveEnded() throws Exception {
    Instant last = restore();
    start();
    as.clock.move(Duration.between(as.clock.instant(), last.plusSeconds(1)));
    assertEquals(Optional.empty(), as.records.lostSessions().runUntil());
    assertEquals(as.clock.instant().plusSeconds(2), untilOfUser());
  }

  @Test
  void shouldKeepTheLaterEndWhenAnotherRestoreFollowsOrAShorterWindowIsConfigured() {
    Instant last = restore();
    start();
    LostSessions shorter = new LostSessions(as.storage(), as.clock, Duration.ofMinutes(1));
    assertEquals(Optional.of(last), shorter.runUntil());
    as.clock.move(Duration.ofHours(1));
    Instant later = restore();
    start();
    assertEquals(Optional.of(later), shorter.runUntil());
  }
}
