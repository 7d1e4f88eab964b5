package dev.rosa.as.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.config.HostPort;
import dev.rosa.keys.CodeDigest;
import dev.rosa.role.AdministrationException;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.StoredBytes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Epochs from their creation to their end (ROSA §4.2.1). */
class EpochsTest {
  private static final HostPort SECOND = new HostPort("127.0.0.1", 7003);
  private static final Duration LEASE = Duration.ofSeconds(30);

  /** As the fixture has it. */
  private static final Duration SKEW = Duration.ofSeconds(2);

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

  private Epochs epochs() {
    return as.records.epochs();
  }

  private static Epoch epoch(int number) {
    return new Epoch(HandlerFixture.TRANSCODER, number);
  }

  private Epoch openNext() throws AdministrationException {
    return epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
  }

  private void stageAt(HostPort codeServer, Epoch epoch) {
    epochs().activation().confirm(epoch, codeServer);
    epochs().activation().spread(List.of(epoch), codeServer);
  }

  private int issuedUnder() throws Exception {
    return as.ask(Requests.good()).getEpoch();
  }

  private List<String> states() {
    return epochs().list().stream()
        .map(each -> Integer.toUnsignedString(each.epoch().number()) + " " + each.state())
        .toList();
  }

  @Test
  void shouldIssueUnderTheNextEpochOnlyWhenItIsStaged() throws Exception {
    assertEquals(epoch(2), openNext());
    assertEquals(1, issuedUnder());
    stageAt(HandlerFixture.CODE_SERVER, epoch(2));
    assertEquals(2, issuedUnder());
    assertEquals(List.of("2 active", "1 active"), states());
  }

  @Test
  void shouldSkipNumbersOfEpochsThatALostTimeMayHaveUsedWhenRestored() throws Exception {
    int skipped = 1 + (1 << 20) + 5;
    epochs().skipAfterRestore(drawing(5));
    assertEquals(List.of(skipped + " staged", "1 active"), states());
    as.records.codes().add("other", CodeDigest.ofHex("ab".repeat(32)));
    assertEquals(1, epochs().openMissing());
    assertTrue(states().contains(skipped + " staged"), states().toString());
    assertEquals(2, states().stream().filter(each -> each.startsWith(skipped + " ")).count());
    stageAt(HandlerFixture.CODE_SERVER, epoch(skipped));
    assertEquals(skipped, issuedUnder());
    epochs().skipAfterRestore(drawing(0));
    assertTrue(states().contains(skipped + (1 << 20) + " staged"), states().toString());
  }

  @Test
  void shouldUseOtherNumbersWhenTheSameBackupIsRestoredAgain() throws Exception {
    epochs().skipAfterRestore(drawing(5));
    List<String> first = states();
    as.storage().useTransaction(EpochsTest::putBack);
    epochs().skipAfterRestore(drawing(9));
    assertEquals(List.of(1 + (1 << 20) + 9 + " staged", "1 active"), states());
    assertNotEquals(first, states());
  }

  @Test
  void shouldGiveUpAnEpochThatWasOnItsWayWhenRestored() throws Exception {
    assertEquals(epoch(2), openNext());
    epochs().skipAfterRestore(drawing(0));
    assertEquals(List.of(2 + (1 << 20) + " staged", "2 retired", "1 active"), states());
  }

  private static void putBack(Handle handle) {
    handle.execute("DELETE FROM code_secrets WHERE epoch > 1");
    handle.execute("UPDATE epoch_floor SET least = 1 WHERE id = 1");
  }

  /** A source that gives this number. */
  private static RandomGenerator drawing(long number) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        return number;
      }

      @Override
      public int nextInt(int bound) {
        return Math.toIntExact(number % bound);
      }
    };
  }

  @Test
  void shouldRecordTheOperatorWhoOpensAnEpoch() throws Exception {
    openNext();
    AuditLog.Act act = as.audit().newestActs(1).get(0);
    assertEquals(System.getProperty("user.name"), act.who());
    assertEquals("epoch create", act.act());
    assertEquals(epoch(2).toString(), act.newValue());
  }

  @Test
  void shouldOpenOneEpochWhenTwoAreAskedForAtOnce() throws Exception {
    openNext();
    AdministrationException refused = assertThrows(AdministrationException.class, this::openNext);
    assertEquals(
        "epoch 2 of code 'transcoder' is on its way to the code servers: the next one can follow"
            + " it",
        refused.getMessage());
    assertEquals(0, epochs().openDue(Duration.ZERO));
    assertEquals(List.of("2 staged", "1 active"), states());
  }

  @Test
  void shouldOpenOneEpochWhenManyServersFindItDue() {
    as.clock.move(Duration.ofDays(1));
    List<CompletableFuture<Integer>> servers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      servers.add(CompletableFuture.supplyAsync(() -> epochs().openDue(Duration.ofDays(1))));
    }
    assertEquals(1, servers.stream().mapToInt(CompletableFuture::join).sum());
    assertEquals(List.of("2 staged", "1 active"), states());
  }

  @Test
  void shouldOpenNothingBeforeAnEpochIsDue() {
    as.clock.move(Duration.ofDays(1).minusSeconds(1));
    assertEquals(0, epochs().openDue(Duration.ofDays(1)));
  }

  /** A clock may be wrong for some seconds. */
  @Test
  void shouldNotWaitForTheTimeAtWhichAnEpochWasMadeByAClockThatWasAhead() throws Exception {
    as.clock.move(Duration.ofDays(200));
    assertEquals(1, epochs().openDue(Duration.ofDays(1)));
    stageAt(HandlerFixture.CODE_SERVER, epoch(2));
    as.clock.move(Duration.ofDays(-200));
    assertEquals(0, epochs().openDue(Duration.ofDays(1)));
    as.clock.move(Duration.ofDays(1));
    assertEquals(1, epochs().openDue(Duration.ofDays(1)));
    stageAt(HandlerFixture.CODE_SERVER, epoch(3));
    assertEquals(List.of("3 active", "2 active", "1 active"), states());
    assertEquals(0, epochs().openDue(Duration.ofDays(1)));
  }

  /** One server's clock is a day ahead: each makes one a day. */
  @Test
  void shouldMakeFewEpochsWhileTwoServersHaveDifferentClocks() throws Exception {
    Duration ahead = Duration.ofDays(2);
    int made = 0;
    for (int i = 0; i < 20; i++) {
      as.clock.move(ahead);
      made += epochs().openDue(Duration.ofDays(1));
      stageAt(HandlerFixture.CODE_SERVER, epoch(1 + made));
      as.clock.move(ahead.negated());
      made += epochs().openDue(Duration.ofDays(1));
      stageAt(HandlerFixture.CODE_SERVER, epoch(1 + made));
    }
    assertEquals(1, made);
  }

  @Test
  void shouldNotWaitForALeaseOfAClockThatWasAhead() throws Exception {
    as.clock.move(Duration.ofDays(2));
    epochs().activation().lease(SECOND, as.clock.instant().plus(LEASE));
    as.clock.move(Duration.ofDays(-2));
    openNext();
    stageAt(HandlerFixture.CODE_SERVER, epoch(2));
    assertEquals(2, issuedUnder());
  }

  @Test
  void shouldWaitForEveryCodeServerThatHasALease() throws Exception {
    epochs().activation().lease(HandlerFixture.CODE_SERVER, as.clock.instant().plus(LEASE));
    epochs().activation().lease(SECOND, as.clock.instant().plus(LEASE));
    openNext();
    stageAt(HandlerFixture.CODE_SERVER, epoch(2));
    assertEquals(1, issuedUnder());
    stageAt(SECOND, epoch(2));
    assertEquals(2, issuedUnder());
  }

  @Test
  void shouldNotWaitForADeadCodeServerLongerThanItsLease() throws Exception {
    epochs().activation().lease(SECOND, as.clock.instant().plus(LEASE));
    openNext();
    stageAt(HandlerFixture.CODE_SERVER, epoch(2));
    as.clock.move(LEASE.plus(SKEW).minusMillis(1));
    epochs().activation().activateReady();
    assertEquals(1, issuedUnder());
    as.clock.move(Duration.ofMillis(1));
    epochs().activation().activateReady();
    assertEquals(2, issuedUnder());
  }

  @Test
  void shouldNotActivateBeforeTheRoutersHadTime() throws Exception {
    openNext();
    epochs().activation().confirm(epoch(2), HandlerFixture.CODE_SERVER);
    epochs().activation().activateReady();
    assertEquals(List.of(epoch(2)), epochs().activation().spreading(HandlerFixture.CODE_SERVER));
    assertEquals(1, issuedUnder());
  }

  @Test
  void shouldKeepAnEpochWhileASessionRunsUnderIt() throws Exception {
    long set = Integer.toUnsignedLong(as.ask(Requests.good()).getSet());
    openNext();
    as.confirmAll();
    Duration toItsEnd = Duration.between(as.clock.instant(), Instant.ofEpochSecond(set));
    as.clock.move(toItsEnd.plusSeconds(4));
    assertEquals(List.of(), as.records.epochEnds().retireEnded());
    as.clock.move(Duration.ofSeconds(1));
    assertEquals(List.of(epoch(1)), as.records.epochEnds().retireEnded());
    assertEquals(List.of("2 active", "1 retired"), states());
  }

  @Test
  void shouldLeaveNoTraceOfASecretThatEnded() throws Exception {
    byte[] kci =
        as.storage()
            .withHandle(
                handle ->
                    handle
                        .createQuery("SELECT kci FROM code_secrets WHERE epoch = 1")
                        .mapTo(byte[].class)
                        .one());
    as.storage().eraseDeleted();
    Path file = folder.resolve("as.db");
    assertFalse(StoredBytes.filesWith(kci, file).isEmpty());
    openNext();
    as.confirmAll();
    as.clock.move(Duration.ofSeconds(10));
    assertEquals(List.of(epoch(1)), as.records.epochEnds().retireEnded());
    assertEquals(List.of(), StoredBytes.filesWith(kci, file));
    assertTrue(as.records.secrets().find(HandlerFixture.TRANSCODER, 1).isEmpty());
  }

  @Test
  void shouldKeepTheNewestEpochForEver() {
    as.clock.move(Duration.ofDays(4_000));
    assertEquals(List.of(), as.records.epochEnds().retireEnded());
  }

  @Test
  void shouldHaveTheCodeServerDestroyWhatEndedUntilItConfirms() throws Exception {
    openNext();
    as.confirmAll();
    as.clock.move(Duration.ofSeconds(10));
    as.records.epochEnds().retireEnded();
    EpochEnds ends = as.records.epochEnds();
    assertEquals(List.of(epoch(1)), ends.toRetireAt(HandlerFixture.CODE_SERVER));
    ends.retiredAt(epoch(1), HandlerFixture.CODE_SERVER);
    assertEquals(List.of(), ends.toRetireAt(HandlerFixture.CODE_SERVER));
    assertEquals(List.of(epoch(1)), ends.retiredOf(List.of(epoch(2), epoch(1), epoch(3))));
    assertEquals(List.of(), ends.retiredOf(List.of()));
  }

  @Test
  void shouldEndTheEpochsOfARemovedCodeAndBeginWithANewOneWhenItComesBack() throws Exception {
    as.records.codes().remove("transcoder");
    assertEquals(List.of(epoch(1)), as.records.epochEnds().retireEnded());
    as.records.codes().add("transcoder", HandlerFixture.TRANSCODER);
    assertEquals(1, epochs().openMissing());
    as.confirmAll();
    assertEquals(2, issuedUnder());
  }

  @Test
  void shouldOpenTheFirstEpochOfEachNewCodeOnce() throws Exception {
    as.records.codes().add("counter", CodeDigest.ofBundle(new byte[] {1}));
    assertEquals(1, epochs().openMissing());
    assertEquals(0, epochs().openMissing());
  }

  @Test
  void shouldOpenNoMoreEpochsThanRoutersCanLookThrough() throws Exception {
    for (int live = 1; live < 32; live++) {
      as.ask(Requests.good());
      openNext();
      as.confirmAll();
    }
    AdministrationException refused = assertThrows(AdministrationException.class, this::openNext);
    assertTrue(refused.getMessage().startsWith("sessions still use 32 epochs"), refused::toString);
    as.clock.move(Duration.ofDays(1));
    try (CapturedLog log = CapturedLog.of(Epochs.class)) {
      assertEquals(0, epochs().openDue(Duration.ofDays(1)));
      assertEquals(0, epochs().openDue(Duration.ofDays(1)));
      assertEquals(1, log.linesWith("its refresh waits until one has ended").size());
    }
    assertEquals(0, epochs().openDue(Duration.ZERO));
  }

  @Test
  void shouldKeepEpochsWhenTheServerIsKilled() throws Exception {
    openNext();
    as.open();
    assertEquals(List.of("2 staged", "1 active"), states());
    stageAt(HandlerFixture.CODE_SERVER, epoch(2));
    assertEquals(2, issuedUnder());
  }
}
