package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.FakeCodeServer;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.audit.Checkpoints;
import dev.rosa.as.audit.LogKey;
import dev.rosa.as.audit.TestRows;
import dev.rosa.as.records.LogForks;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.state.StatePublication;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.StartupGrace;
import dev.rosa.domainstate.DomainState;
import dev.rosa.identity.Role;
import dev.rosa.storage.Storage;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server gives a Code Server nothing before its audit log is known to be the domain's. */
class LogBeforeStateTest {

  @TempDir Path folder;
  private HandlerFixture as;
  private FakeCodeServer codeServer;
  private SecretStagingClient client;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    codeServer = FakeCodeServer.start(as.domain.codeServer("cs1"), 0);
    client = client(as.storage(), as.records);
  }

  @AfterEach
  void close() {
    client.close();
    codeServer.close();
    as.close();
  }

  private SecretStagingClient client(Storage storage, AuthorizationRecords records) {
    return new SecretStagingClient(
        new CodeServerCalls(
            codeServer.address(),
            ControlChannel.open(codeServer.address().toSocketAddress(), as.self, Role.CODESERVER)),
        new StagingRecords(
            records.secrets(),
            records.epochs(),
            records.epochEnds(),
            new StatePublication(storage, as.self, Duration.ofMinutes(2), as.clock),
            records.revocations().list(),
            HandlerFixture.witnessedLog(storage, as.self, as.clock),
            records.logForks(),
            HandlerFixture.publications(storage, as.self, as.clock)),
        RefreshPolicy.DEFAULT,
        as.clock,
        new StartupGrace(System::nanoTime));
  }

  private void tickUntilLeased() throws InterruptedException {
    int before = codeServer.leases.get();
    Await.until(
        "a lease",
        () -> {
          client.tick();
          return codeServer.leases.get() > before;
        });
  }

  /** Another server on an older disk, or none, with the identity of the first. */
  private void assertGivesNothing(SecretStagingClient other, LogForks forks) {
    DomainState carried = codeServer.carried();
    int leases = codeServer.leases.get();
    codeServer.stagedEpochs.clear();
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      for (int i = 0; i < 3; i++) {
        other.tick();
      }
      assertTrue(forks.found().isPresent());
      assertEquals(1, log.linesWith("nothing is issued, and Code Servers get no state").size());
      assertEquals(1, log.linesWith("gets no state, no secret and no lease").size());
    } finally {
      other.close();
    }
    assertEquals(carried, codeServer.carried());
    assertEquals(leases, codeServer.leases.get());
    assertEquals(Set.of(), codeServer.stagedEpochs);
  }

  @Test
  void shouldGiveNothingFromStorageThatWasSetBack() throws Exception {
    as.ask(Requests.good());
    tickUntilLeased();
    TestRows.setBack(as.storage(), 2);
    as.open();
    assertGivesNothing(client(as.storage(), as.records), as.records.logForks());
  }

  @Test
  void shouldGiveNothingFromNewStorageWhenCodeServerKeepsTheOldLog() throws Exception {
    tickUntilLeased();
    try (Storage fresh =
        Storage.open(StorageLocation.of(folder.resolve("new.db")), AuthorizationRecords.TABLES)) {
      AuthorizationRecords records =
          AuthorizationRecords.on(
              fresh,
              new SecureRandom(),
              as.clock,
              as.clock::nanos,
              List.of(HandlerFixture.CODE_SERVER),
              as.policy());
      assertGivesNothing(client(fresh, records), records.logForks());
    }
  }

  @Test
  void shouldGoOnAfterTheLossWasAccepted() throws Exception {
    as.ask(Requests.good());
    tickUntilLeased();
    TestRows.setBack(as.storage(), 2);
    as.open();
    client.close();
    client = client(as.storage(), as.records);
    client.tick();
    assertTrue(as.records.logForks().found().isPresent());
    assertNotNull(as.records.logForks().accept(as.clock.instant()));
    as.records.logForks().look();
    tickUntilLeased();
  }

  /** The first start of a domain: there is no row yet, and no witness keeps anything. */
  @Test
  void shouldPublishStateOfAnEmptyLogAndKeepTheFirstRowsLater() throws Exception {
    try (Storage fresh =
        Storage.open(StorageLocation.of(folder.resolve("new.db")), AuthorizationRecords.TABLES)) {
      AuthorizationRecords records =
          AuthorizationRecords.on(
              fresh,
              new SecureRandom(),
              as.clock,
              as.clock::nanos,
              List.of(HandlerFixture.CODE_SERVER),
              as.policy());
      client.close();
      client = client(fresh, records);
      assertNull(codeServer.carried());
      client.tick();
      assertNotNull(codeServer.carried());
      assertEquals(0, codeServer.witness.keptRows());
      records.users().add("alice");
      long rows =
          new Checkpoints(fresh, LogKey.ofDomain(fresh, 17, new SecureRandom(), as.clock), as.clock)
              .newest()
              .size();
      Await.until(
          "the first rows to be kept",
          () -> {
            client.tick();
            return codeServer.witness.keptRows() == rows;
          });
    }
  }
}
