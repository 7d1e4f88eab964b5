package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The look into an SQLite file before a start; PostgreSQL's is in {@link PostgresStorageTest}. */
class StorageLookTest {

  private static final Tables TABLES = TestTables.TABLES;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("role.db");
  }

  private Storage open() throws ConfigException {
    return Storage.open(StorageLocation.of(file), TABLES);
  }

  private void look(String authority) throws ConfigException {
    Storage.look(StorageLocation.of(file), TABLES, new StorageOwner(17, authority.repeat(64)));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldLookWithoutAChange() throws Exception {
    look("a");
    assertEquals(List.of(), files());
    try (Storage storage = open()) {
      storage.claim(new StorageOwner(17, "a".repeat(64)));
      look("a");
      assertLooksLikeAnothers();
    }
    byte[] before = Files.readAllBytes(file);
    List<String> names = files();
    look("a");
    assertLooksLikeAnothers();
    Path key = folder.resolve("role.db.key");
    Files.writeString(key, "ab".repeat(32));
    assertTrue(
        assertThrows(ConfigException.class, () -> look("a"))
            .getMessage()
            .contains("does not open this database"));
    assertArrayEquals(before, Files.readAllBytes(file));
    assertEquals(names, files());
  }

  private void assertLooksLikeAnothers() {
    assertEquals(
        file
            + ": is a storage of another domain 17, whose authority has the key aaaaaaaaaaaaaaaa,"
            + " expected one of bbbbbbbbbbbbbbbb",
        assertThrows(ConfigException.class, () -> look("b")).getMessage());
  }

  @Test
  void shouldRefuseTablesOfAnotherProgramInItsOwnWords() throws Exception {
    Path unused =
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE person (name TEXT)");
    }
    String sentence =
        file + ": has tables that are not ROSA's, expected a file that does not exist yet";
    assertEquals(sentence, assertThrows(ConfigException.class, () -> look("a")).getMessage());
    assertEquals(sentence, assertThrows(StorageException.class, this::open).getMessage());
  }
}
