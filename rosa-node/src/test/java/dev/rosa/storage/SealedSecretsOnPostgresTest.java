package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SealedSecretsOnPostgresTest extends SealedSecretsTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }

  @Test
  void shouldRefuseToStartWhenNoKeyIsNamed() {
    StorageLocation keyless = StorageLocation.parse(database.url().orElseThrow(), Path::of);
    String sentence =
        keyless
            + ": has no storage key, expected <storage-key> with file:PATH, env:NAME or"
            + " credential:NAME";
    assertEquals(
        sentence,
        assertThrows(ConfigException.class, () -> Storage.checkKey(keyless)).getMessage());
    assertEquals(
        sentence,
        assertThrows(ConfigException.class, () -> Storage.open(keyless, TABLES)).getMessage());
  }

  @Test
  void shouldLeaveBackupsToTheDatabasesOwnTools() throws Exception {
    try (Storage storage = Storage.open(database, TABLES)) {
      assertEquals(
          database
              + ": is a PostgreSQL database, expected its own tools: pg_dump --format=custom"
              + " --schema=rosa_test",
          assertThrows(ConfigException.class, () -> storage.backup(folder.resolve("a.db")))
              .getMessage());
      assertEquals(
          database
              + ": is a PostgreSQL database, expected its own tools: pg_restore --clean, then the"
              + " command 'restore --after-pg-restore'",
          assertThrows(
                  ConfigException.class,
                  () ->
                      Storage.restore(
                          database,
                          TABLES,
                          folder,
                          new StorageOwner(17, "a".repeat(64)),
                          Instant.EPOCH))
              .getMessage());
      storage.markRestored(Instant.EPOCH);
      assertEquals(Instant.EPOCH, storage.restoredAt().orElseThrow());
      storage.acceptRestore();
      assertTrue(storage.restoredAt().isEmpty());
    }
  }
}
