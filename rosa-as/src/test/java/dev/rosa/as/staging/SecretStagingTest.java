package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.records.EpochEnds;
import dev.rosa.as.records.Epochs;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.state.RevocationList;
import dev.rosa.as.state.StatePublication;
import dev.rosa.config.StorageLocation;
import dev.rosa.identity.TestDomain;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageFaults;
import dev.rosa.storage.StorageFaults.Kind;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretStagingTest {

  @TempDir Path folder;

  private StatePublication state(Storage storage) {
    return new StatePublication(
        storage,
        TestDomain.in(folder.resolve("domain")).authorizationServer("as1"),
        Duration.ofMinutes(2),
        InstantSource.system());
  }

  private static RevocationList list(Storage storage) {
    return new RevocationList(
        storage, HandlerFixture.acts(storage), Duration.ofSeconds(2), HandlerFixture.passed());
  }

  @Test
  void shouldMakeSecretAtTheNextTurnWhenAnErrorEndedTheFirst() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    InstantSource failsOnce =
        () -> {
          if (asked.getAndIncrement() == 0) {
            throw new StackOverflowError("deep");
          }
          return Instant.EPOCH;
        };
    try (Storage storage =
            Storage.open(StorageLocation.of(folder.resolve("as.db")), AuthorizationRecords.TABLES);
        CapturedLog log = CapturedLog.of("dev.rosa")) {
      new CodeRegistry(storage, HandlerFixture.acts(storage))
          .add("transcoder", HandlerFixture.TRANSCODER);
      CodeSecrets secrets = new CodeSecrets(storage, new SecureRandom(), failsOnce, List.of());
      AdministrationRecord acts =
          new AdministrationRecord(new AuditLog(storage), failsOnce, "tester");
      Epochs epochs = new Epochs(storage, secrets, acts, Duration.ZERO);
      EpochEnds ends =
          new EpochEnds(
              storage,
              HandlerFixture.acts(storage),
              Duration.ofSeconds(2),
              HandlerFixture.lost(storage),
              HandlerFixture.passed());
      RefreshPolicy byCommand =
          new RefreshPolicy(Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(30));
      SecretStaging staging =
          SecretStaging.start(
              new StagingRecords(
                  secrets, epochs, ends, state(storage), list(storage), null, null, null),
              byCommand,
              List.of());
      try {
        Await.until("a secret to be made", () -> !epochs.live().isEmpty());
      } finally {
        staging.close();
      }
      assertEquals(1, log.linesWith("ERROR staging of code secrets failed").size());
    }
  }

  @Test
  void shouldLogOnceForEachTaskThatTheStorageFails() throws Exception {
    StorageFaults faults = new StorageFaults();
    try (Storage storage =
            faults.open(StorageLocation.of(folder.resolve("as.db")), AuthorizationRecords.TABLES);
        CapturedLog log = CapturedLog.of("dev.rosa")) {
      CodeSecrets secrets =
          new CodeSecrets(storage, new SecureRandom(), InstantSource.system(), List.of());
      AdministrationRecord acts = HandlerFixture.acts(storage);
      Epochs epochs = new Epochs(storage, secrets, acts, Duration.ZERO);
      EpochEnds ends =
          new EpochEnds(
              storage,
              acts,
              Duration.ofSeconds(2),
              HandlerFixture.lost(storage),
              HandlerFixture.passed());
      RefreshPolicy byCommand =
          new RefreshPolicy(Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(30));
      StatePublication state = state(storage);
      RevocationList revocations = list(storage);
      faults.failAt(1, Kind.REFUSED, true);
      SecretStaging staging =
          SecretStaging.start(
              new StagingRecords(secrets, epochs, ends, state, revocations, null, null, null),
              byCommand,
              List.of(),
              new SecretStaging.Periods(5, 5));
      try {
        Await.until("tasks to fail often", () -> faults.failures() > 50);
      } finally {
        staging.close();
      }
      int lines = log.linesWith("ERROR staging of code secrets failed").size();
      assertTrue(lines >= 1 && lines <= 4, lines + " lines of log");
    }
  }
}
