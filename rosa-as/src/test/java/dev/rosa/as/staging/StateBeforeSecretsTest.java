package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.FakeCodeServer;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.state.StatePublication;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.StartupGrace;
import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
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

/** A Code Server that was away gets secrets and leases after the state that matters for them. */
class StateBeforeSecretsTest {

  private static final RosaId ROUTER = RosaId.parse("rosa://17/router/r3");
  private static final Epoch NEXT = new Epoch(HandlerFixture.TRANSCODER, 2);

  @TempDir Path folder;
  private HandlerFixture as;
  private FakeCodeServer codeServer;
  private StatePublication states;
  private CodeServerCalls calls;
  private SecretStagingClient client;
  private final AtomicLong session = new AtomicLong(100_000);

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    codeServer = FakeCodeServer.start(as.domain.codeServer("cs1"), 0);
    states = new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock);
    calls = calls();
    client =
        new SecretStagingClient(
            calls(),
            new StagingRecords(
                as.records.secrets(),
                as.records.epochs(),
                as.records.epochEnds(),
                states,
                as.records.revocations().list(),
                as.witnessedLog(),
                as.records.logForks(),
                HandlerFixture.publications(as.storage(), as.self, as.clock)),
            RefreshPolicy.DEFAULT,
            as.clock,
            new StartupGrace(System::nanoTime));
  }

  @AfterEach
  void close() {
    calls.close();
    client.close();
    codeServer.close();
    as.close();
  }

  private CodeServerCalls calls() {
    return new CodeServerCalls(
        codeServer.address(),
        ControlChannel.open(codeServer.address().toSocketAddress(), as.self, Role.CODESERVER));
  }

  private void revokeSessions(int count) {
    long first = session.getAndAdd(count);
    as.records
        .revocations()
        .sessions()
        .revoke(LongStream.range(first, first + count).boxed().toList(), done -> {});
  }

  /** Revokes the router; the secret that replaces its own is in use at another Code Server. */
  private void revokeRouter() {
    assertTrue(as.records.revocations().routers().revoke(ROUTER));
    int replaced = as.records.revocations().routers().replaceSecrets(Optional.empty()).size();
    assertEquals(1, replaced);
    as.confirmAll();
  }

  private void tickUntilLeased() throws InterruptedException {
    Await.until(
        "a lease",
        () -> {
          client.tick();
          return codeServer.leases.get() > 0;
        });
  }

  private void assertTakenBeforeSecretsAndLease() throws Exception {
    assertEquals(Set.of(NEXT), codeServer.stagedEpochs);
    assertTrue(
        codeServer.revoked().stream()
            .map(Revoked::subject)
            .toList()
            .contains(new Revoked.Router(ROUTER)));
  }

  private void assertNothingGiven() {
    assertEquals(0, client.statesTaken());
    assertEquals(Set.of(), codeServer.stagedEpochs);
    assertEquals(0, codeServer.leases.get());
  }

  @Test
  void shouldStageNothingAndGiveNoLeaseWhenListChangesDuringItsTransfer() throws Exception {
    revokeSessions(20_500);
    revokeRouter();
    codeServer.onSegments = () -> revokeSessions(1);
    client.tick();
    assertTrue(codeServer.segmentsSent.get() > 0);
    assertNothingGiven();
    codeServer.onSegments = () -> {};
    tickUntilLeased();
    assertTakenBeforeSecretsAndLease();
  }

  @Test
  void shouldStageNothingAndGiveNoLeaseWhenAnotherServerHasOfferedNewerState() throws Exception {
    revokeRouter();
    codeServer.abortsSegments = true;
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      client.tick();
      client.tick();
      assertTrue(codeServer.segmentsSent.get() > 0);
      assertNothingGiven();
      assertEquals(1, log.linesWith("gets no secret and no lease").size());
      assertEquals(List.of(), log.linesWith("ALARM"));
    }
    codeServer.abortsSegments = false;
    tickUntilLeased();
    assertTakenBeforeSecretsAndLease();
  }

  @Test
  void shouldAllowLeaseUnderStateThatNamesLastRevokedRouterOnly() {
    StateOffers offers = new StateOffers(calls, states);
    assertFalse(offers.allowsLease());
    offers.offer();
    assertTrue(offers.allowsLease());
    assertTrue(as.records.revocations().routers().revoke(ROUTER));
    codeServer.abortsSegments = true;
    offers.offer();
    assertFalse(offers.allowsLease());
    codeServer.abortsSegments = false;
    offers.offer();
    assertTrue(offers.allowsLease());
    codeServer.abortsSegments = true;
    revokeSessions(1);
    offers.offer();
    assertEquals(1, codeServer.revoked().size());
    assertTrue(offers.allowsLease());
  }

  @Test
  void shouldWaitForNewerStateOfAnotherServerWithoutAnAlarm() {
    StateOffers offers = new StateOffers(calls, states);
    offers.offer();
    revokeSessions(1);
    codeServer.onOffer = this::revokeAndOfferByAnotherServer;
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      offers.offer();
      assertEquals(List.of(), log.linesWith("ALARM"));
    }
    assertEquals(2, codeServer.revoked().size());
    assertFalse(offers.allowsLease());
    assertTrue(offers.allowsStaging(new Epoch(HandlerFixture.TRANSCODER, 1)));
    offers.offer();
    assertTrue(offers.allowsLease());
  }

  private void revokeAndOfferByAnotherServer() {
    codeServer.onOffer = () -> {};
    assertTrue(as.records.revocations().routers().revoke(ROUTER));
    new StateOffers(calls, states).offer();
  }

  @Test
  void shouldKnowAfterRestartWhichStateNamesLastRevokedRouter() {
    long before = states.newest().number();
    assertTrue(as.records.revocations().routers().revoke(ROUTER));
    long with = states.newest().number();
    assertTrue(with > before);
    assertEquals(with, states.routersFrom());
    revokeSessions(1);
    StatePublication restarted =
        new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock);
    assertTrue(restarted.newest().number() > with);
    assertEquals(with, restarted.routersFrom());
  }

  /** As one that is far away. */
  @Test
  void shouldStageSomeSecretsAtATimeAtACodeServerThatAnswersLate() throws Exception {
    tickUntilLeased();
    int before = codeServer.stagedEpochs.size();
    for (int code = 0; code < 40; code++) {
      byte[] digest = new byte[32];
      digest[0] = (byte) code;
      as.records.codes().add("code" + code, CodeDigest.of(digest));
    }
    as.records.epochs().openMissing();
    codeServer.stagedTogether = 8;
    Await.until(
        "secrets",
        () -> {
          client.tick();
          return codeServer.stagedEpochs.size() >= before + 40;
        });
  }
}
