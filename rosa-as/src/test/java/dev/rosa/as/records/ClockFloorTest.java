package dev.rosa.as.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.request.ServiceRequestHandler;
import dev.rosa.as.request.SignerCheck;
import dev.rosa.role.AdministrationException;
import dev.rosa.signature.SignatureVerifier;
import dev.rosa.storage.StorageException;
import dev.rosa.storage.StorageFaults.Kind;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockFloorTest {
  private static final Duration AHEAD = Duration.ofMinutes(40);

  @TempDir Path folder;
  private HandlerFixture as;
  private Instant right;

  @BeforeEach
  void issueWhileTheClockIsAhead() throws Exception {
    as = new HandlerFixture(folder);
    right = as.clock.instant();
    as.clock.move(AHEAD);
    as.ask(Requests.good());
    as.clock.move(AHEAD.negated());
  }

  @AfterEach
  void close() {
    as.close();
  }

  @Test
  void shouldNameTheCommandWhenClockIsBehind() {
    Refusal refusal = assertThrows(Refusal.class, () -> as.ask(Requests.good()));
    assertTrue(
        refusal.getMessage().contains("run 'rosa as --config FILE clock accept'"),
        refusal.getMessage());
  }

  @Test
  void shouldIssueAgainAndRecordWhoWhenOperatorAcceptsTheClock() throws Exception {
    Instant before = as.records.clockFloor().accept(right, "root");
    assertEquals(right.plus(AHEAD), before);
    as.ask(Requests.good());
    as.open();
    as.ask(Requests.good());
    assertEquals(
        List.of(
            new AuditLog.Act(right, "root", "clock accept", before.toString(), right.toString())),
        as.audit().newestActs(1));
  }

  @Test
  void shouldRefuseAgainWhenClockFallsBehindWhatWasAccepted() throws Exception {
    as.records.clockFloor().accept(right, "root");
    as.clock.move(Duration.ofSeconds(-3));
    Refusal refusal = assertThrows(Refusal.class, () -> as.ask(Requests.good()));
    assertTrue(refusal.getMessage().contains("clock is 3 s behind"), refusal.getMessage());
  }

  @Test
  void shouldTellStatusPagesAsOfTheLastLookWhenTheStorageFails() {
    ClockFloor floor = as.records.clockFloor();
    floor.look();
    as.faults.failAt(1, Kind.REFUSED, true);
    assertThrows(StorageException.class, floor::look);
    assertTrue(floor.wasBehind(as.clock.instant()));
    assertFalse(floor.wasBehind(right.plus(AHEAD)));
    assertTrue(as.faults.heal());
  }

  @Test
  void shouldRefuseWithoutAnAlarmWhatWaitedWhileLaterRequestsWereGranted() throws Exception {
    Instant later = right.plus(AHEAD);
    AtomicInteger readings = new AtomicInteger();
    InstantSource waits = () -> readings.getAndIncrement() == 0 ? right : later;
    ServiceRequestHandler handler =
        new ServiceRequestHandler(
            new SignerCheck(as.self, SignatureVerifier.builtIn()),
            as.policy(),
            as.records,
            waits,
            new SecureRandom());
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      CompletionException refusal =
          assertThrows(
              CompletionException.class,
              () ->
                  handler
                      .handle(as.alice.id(), as.signed(Requests.good()))
                      .toCompletableFuture()
                      .join());
      assertTrue(
          refusal.getMessage().contains("requests that came 2400 s later were granted meanwhile"),
          refusal.getMessage());
      assertEquals(List.of(), log.linesWith("ALARM"));
    }
  }

  @Test
  void shouldAcceptNothingWhenClockIsNotBehind() {
    assertThrows(
        AdministrationException.class,
        () -> as.records.clockFloor().accept(right.plus(AHEAD), "root"));
    assertEquals("rule add", as.audit().newestActs(1).get(0).act());
  }
}
