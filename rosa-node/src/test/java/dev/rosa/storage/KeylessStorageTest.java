package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage of a role that keeps no secret. */
final class KeylessStorageTest {

  private static final Tables WITHOUT_SECRETS =
      new Tables(TestTables.TABLES.schema(), TestTables.TABLES.migrations());

  @TempDir private Path folder;

  @Test
  void shouldNeedAndMakeNoKey() throws Exception {
    StorageLocation location = StorageLocation.of(folder.resolve("a.db"));
    try (Storage storage = Storage.open(location, WITHOUT_SECRETS)) {
      assertTrue(storage.isNew());
      storage.useHandle(handle -> handle.execute("CREATE TABLE kept (number INTEGER)"));
      storage.useTransaction(handle -> handle.execute("INSERT INTO kept VALUES (7)"));
    }
    try (Storage storage = Storage.open(location, WITHOUT_SECRETS)) {
      assertEquals(
          7,
          storage.<Integer, RuntimeException>withHandle(
              handle -> handle.createQuery("SELECT number FROM kept").mapTo(Integer.class).one()));
    }
    assertFalse(Files.exists(folder.resolve("a.db.key")));
  }

  @Test
  void shouldStillNeedAKeyWhereThereAreSecrets() {
    StorageLocation location =
        new StorageLocation(
            Optional.of(folder.resolve("a.db")), Optional.empty(), Optional.empty());

    assertThrows(ConfigException.class, () -> Storage.open(location, TestTables.TABLES));
  }
}
