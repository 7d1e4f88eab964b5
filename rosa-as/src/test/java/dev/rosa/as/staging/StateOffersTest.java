package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.as.FakeCodeServer;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.state.StatePublication;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.StartupGrace;
import dev.rosa.control.v1.HeldSecret;
import dev.rosa.domainstate.DomainState;
import dev.rosa.identity.Role;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client of a Code Server that offers it the domain's state, over mutual TLS. */
class StateOffersTest {

  @TempDir Path folder;
  private HandlerFixture as;
  private FakeCodeServer codeServer;
  private StagingRecords records;
  private SecretStagingClient client;
  private CapturedLog log;

  @BeforeEach
  void open() throws Exception {
    log = CapturedLog.of("dev.rosa");
    as = new HandlerFixture(folder);
    codeServer = FakeCodeServer.start(as.domain.codeServer("cs1"), 0);
    records =
        new StagingRecords(
            as.records.secrets(),
            as.records.epochs(),
            as.records.epochEnds(),
            new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock),
            as.records.revocations().list(),
            as.witnessedLog(),
            as.records.logForks(),
            HandlerFixture.publications(as.storage(), as.self, as.clock));
    client =
        new SecretStagingClient(
            calls(), records, RefreshPolicy.DEFAULT, as.clock, new StartupGrace(System::nanoTime));
  }

  @AfterEach
  void close() {
    client.close();
    codeServer.close();
    as.close();
    log.close();
  }

  private void tickUntilTaken(long states) throws InterruptedException {
    Await.until(
        "the code server to take a state",
        () -> {
          client.tick();
          return client.statesTaken() >= states;
        });
  }

  private void revoke(long first, long last) {
    as.records
        .revocations()
        .sessions()
        .revoke(LongStream.rangeClosed(first, last).boxed().toList(), done -> {});
  }

  @Test
  void shouldOfferStateBeforeSecretsAndOnlyOnce() throws Exception {
    tickUntilTaken(1);
    assertEquals(Set.of(1), codeServer.carried().content().epochsOf(HandlerFixture.TRANSCODER));
    assertTrue(codeServer.staged.containsKey(HandlerFixture.TRANSCODER));
    client.tick();
    assertEquals(1, client.statesTaken());
  }

  @Test
  void shouldSendTheSegmentsThatAreMissing() throws Exception {
    revoke(1, 20_500);
    tickUntilTaken(1);
    assertEquals(21, codeServer.segments.size());
    assertEquals(20_500, codeServer.revoked().size());
    revoke(30_000, 30_000);
    tickUntilTaken(2);
    assertEquals(22, codeServer.segments.size());
    assertEquals(20_501, codeServer.revoked().size());
  }

  @Test
  void shouldSendEachSegmentOnceAtATryWhenMoreAreSaidToBeMissing() throws Exception {
    codeServer.keepsNothing = true;
    revoke(1, 1_500);
    Await.until(
        "the try to fail",
        () -> {
          client.tick();
          return !log.linesWith("it keeps no segments of the list").isEmpty();
        });
    assertEquals(2, codeServer.segmentsSent.get());
  }

  @Test
  void shouldLetARefreshGoOnWhenACodeServerSaysAtEachCallThatItWasStarted() throws Exception {
    tickUntilTaken(1);
    codeServer.alwaysStarts = true;
    Epoch next = as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
    as.records.epochs().activation().confirm(next, HandlerFixture.CODE_SERVER);
    as.records.epochs().activation().spread(List.of(next), HandlerFixture.CODE_SERVER);
    Duration second = Duration.ofSeconds(1);
    RefreshPolicy policy = new RefreshPolicy(Duration.ZERO, second, second);
    client.close();
    client =
        new SecretStagingClient(
            calls(), records, policy, as.clock, new StartupGrace(System::nanoTime));
    Await.until(
        "the refresh to go on without it",
        () -> {
          client.tick();
          if (!log.linesWith("has not spread the secret of").isEmpty()) {
            as.clock.move(Duration.ofMillis(100));
          }
          as.records.epochs().activation().activateReady();
          return as.records.epochs().live().stream()
              .anyMatch(each -> each.epoch().equals(next) && each.active());
        });
    assertEquals(1, log.linesWith("has not spread the secret of").size());
  }

  @Test
  void shouldShowStateAndRevocationsByKind() throws Exception {
    StateFigures figures = new StateFigures(records, List.of(client), as.clock);
    assertEquals(0, figure(figures, "state", "number"));
    revoke(1, 3);
    tickUntilTaken(1);
    as.clock.move(Duration.ofSeconds(7));
    assertEquals(codeServer.carried().number(), figure(figures, "state", "number"));
    assertEquals(7, figure(figures, "state", "ageSeconds"));
    assertEquals(1, figure(figures, "state", "segments"));
    assertEquals(3, figure(figures, "revocations", "session"));
    assertEquals(0, figure(figures, "revocations", "router"));
    assertEquals(1, figure(figures, "state.taken", codeServer.address().toString()));
  }

  private static long figure(StateFigures figures, String group, String label) {
    return figures.counts().stream()
        .filter(counts -> counts.name().equals(group))
        .map(counts -> counts.read().get().get(label))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldReplaceRevokedEpochAtTheCodeServer() throws Exception {
    tickUntilTaken(1);
    as.records.revocations().epochs().revoke(HandlerFixture.TRANSCODER, Optional.empty());
    tickUntilTaken(2);
    assertEquals(Set.of(2), codeServer.carried().content().epochsOf(HandlerFixture.TRANSCODER));
    assertEquals(Set.of(new Epoch(HandlerFixture.TRANSCODER, 1)), codeServer.retired);
    assertEquals(2, as.ask(Requests.good()).getEpoch());
  }

  @Test
  void shouldAlarmAndStageNoComingSecretWhenTheStorageWasSetBack() throws Exception {
    as.clock.move(Duration.ofHours(1));
    tickUntilTaken(1);
    DomainState later = codeServer.carried();
    as.storage()
        .useTransaction(
            handle -> handle.execute("UPDATE domain_state SET number = 0, signed = NULL"));
    as.clock.move(Duration.ofHours(-1));
    as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
    client.tick();
    client.tick();
    assertEquals(later, codeServer.carried());
    List<String> alarms = log.linesWith("ALARM code-server=");
    assertEquals(1, alarms.size());
    assertTrue(
        alarms.get(0).contains("state " + later.number() + " was taken before"), alarms.get(0));
    assertEquals(1, as.ask(Requests.good()).getEpoch());
    as.clock.move(Duration.ofHours(2));
    tickUntilTaken(2);
    client.tick();
    assertEquals(2, as.ask(Requests.good()).getEpoch());
  }

  @Test
  void shouldLetTheRecordOfALeaseEndWhenNoRequestIsAnswered() {
    codeServer.refusesLeases = true;
    AtomicLong nanos = new AtomicLong();
    try (CodeServerCalls calls = calls()) {
      LeaseKeeper keeper =
          new LeaseKeeper(calls, records, RefreshPolicy.DEFAULT, as.clock, nanos::get);
      for (int i = 0; i < 3; i++) {
        assertThrows(StatusRuntimeException.class, () -> renewed(keeper));
        as.clock.move(Duration.ofSeconds(5));
      }
      long recorded = recordedUntil();
      nanos.addAndGet(Duration.ofSeconds(32).toNanos());
      renewed(keeper);
      assertEquals(recorded, recordedUntil(), "the record ends before the next request");
      nanos.addAndGet(Duration.ofSeconds(2).toNanos());
      as.clock.move(Duration.ofSeconds(34));
      assertThrows(StatusRuntimeException.class, () -> renewed(keeper));
      assertTrue(recordedUntil() > recorded);
    }
  }

  private CodeServerCalls calls() {
    return new CodeServerCalls(
        codeServer.address(),
        ControlChannel.open(codeServer.address().toSocketAddress(), as.self, Role.CODESERVER));
  }

  private static void renewed(LeaseKeeper keeper) {
    keeper.forget();
    boolean unused = keeper.begin();
    keeper.renewIfDue();
  }

  private long recordedUntil() {
    return as.storage()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        "SELECT held_until_millis FROM code_server_leases"
                            + " WHERE code_server = :server")
                    .bind("server", codeServer.address().toString())
                    .mapTo(Long.class)
                    .one());
  }

  @Test
  void shouldSayOnceThatAReplyIsWrong() {
    codeServer.held.add(
        HeldSecret.newBuilder().setCodeDigest(ByteString.copyFromUtf8("x")).build());
    for (int i = 0; i < 20; i++) {
      client.tick();
    }
    assertEquals(1, log.linesWith("a wrong reply: a code digest has 32 bytes").size());
  }
}
