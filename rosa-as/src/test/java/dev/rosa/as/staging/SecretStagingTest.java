package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.StorageLocation;
import dev.rosa.storage.Storage;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretStagingTest {

  @TempDir Path folder;

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
      SecretStaging staging = SecretStaging.start(secrets, List.of());
      try {
        Await.until("a secret to be made", () -> !secrets.live().isEmpty());
      } finally {
        staging.close();
      }
      assertEquals(1, log.linesWith("ERROR staging of code secrets failed").size());
    }
  }
}
