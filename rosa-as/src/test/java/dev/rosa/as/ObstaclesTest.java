package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObstaclesTest {

  @TempDir Path folder;

  @Test
  void shouldNotBeReadyWhenStorageCannotGrow() throws Exception {
    StorageLocation database = StorageLocation.of(folder.resolve("as.db"));
    try (HandlerFixture as = new HandlerFixture(folder, database, HandlerFixture.QUOTA)) {
      Storage storage = as.storage();
      Obstacles obstacles = new Obstacles(storage, as.records, as.clock);
      assertEquals(Optional.empty(), obstacles.first());
      assertThrows(
          StorageException.class,
          () ->
              storage.useTransaction(
                  handle -> {
                    handle.execute("PRAGMA max_page_count = 1");
                    handle.execute("CREATE TABLE large AS SELECT zeroblob(1000000) AS bytes");
                  }));
      assertEquals(Optional.of("the storage cannot be used, see the log"), obstacles.first());
    }
  }
}
