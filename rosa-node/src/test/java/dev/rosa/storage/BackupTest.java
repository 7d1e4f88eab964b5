package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.StoredBytes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of an SQLite storage, and their way back. */
class BackupTest {

  private static final Tables TABLES = TestTables.TABLES;
  private static final StorageOwner OWNER = new StorageOwner(17, "a".repeat(64));
  private static final int PAGE = 4096;
  private static final Instant NOW = Instant.parse("2026-11-23T07:08:09Z");

  @TempDir Path folder;
  private Path file;
  private Path backup;

  @BeforeEach
  void nameFiles() {
    file = folder.resolve("role.db");
    backup = folder.resolve("backup.db");
  }

  private StorageLocation location() {
    return StorageLocation.of(file);
  }

  private Storage open() throws ConfigException {
    return Storage.open(location(), TABLES);
  }

  private static void keep(Storage storage, String name, byte[] bytes) {
    storage.useTransaction(
        handle -> handle.execute("INSERT INTO secret (name, bytes) VALUES (?, ?)", name, bytes));
  }

  private static long count(Storage storage) {
    return storage.withHandle(
        handle -> handle.createQuery("SELECT COUNT(*) FROM secret").mapTo(Long.class).one());
  }

  private Optional<Path> restore() throws ConfigException {
    return Storage.restore(location(), TABLES, backup, OWNER, NOW);
  }

  /** A storage with one row, and a backup of it. */
  private void backUp() throws ConfigException {
    try (Storage storage = open()) {
      storage.claim(OWNER);
      keep(storage, "before", new byte[] {1});
      storage.backup(backup);
    }
  }

  private void assertRefused(String sentence) throws Exception {
    byte[] before = Files.readAllBytes(file);
    assertEquals(
        backup + ": " + sentence, assertThrows(ConfigException.class, this::restore).getMessage());
    assertArrayEquals(before, Files.readAllBytes(file));
    assertEquals(List.of(), filesBeside());
  }

  /** Names of the files that a restore leaves beside the storage. */
  private List<String> filesBeside() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(name -> name.startsWith("role.db.") && !name.equals("role.db.key"))
          .sorted()
          .toList();
    }
  }

  private static void sql(Path database, String text) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  @Test
  void shouldBeOneMomentOfAStorageInUse() throws Exception {
    try (Storage storage = open()) {
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Void> load =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; !done.get(); i++) {
                  addTwo(storage, i);
                }
              });
      storage.backup(backup);
      done.set(true);
      load.join();
      long now = count(storage);
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(backup)));
      assertFalse(Files.exists(folder.resolve("backup.db-wal")));
      file = backup;
      Files.copy(folder.resolve("role.db.key"), folder.resolve("backup.db.key"));
      try (Storage copy = open()) {
        assertEquals(0, count(copy) % 2);
        assertTrue(count(copy) <= now);
      }
    }
  }

  private static void addTwo(Storage storage, int i) {
    storage.useTransaction(
        handle -> {
          handle.execute("INSERT INTO secret VALUES (?, ?)", "one " + i, new byte[9]);
          handle.execute("INSERT INTO secret VALUES (?, ?)", "two " + i, new byte[9]);
        });
  }

  @Test
  void shouldHaveNothingThatWasDeletedAndNoSecretAsItIs() throws Exception {
    byte[] deleted = "32 bytes that must not be found!".getBytes(StandardCharsets.US_ASCII);
    byte[] kci = "a Kci of 32 bytes for the backup".getBytes(StandardCharsets.US_ASCII);
    try (Storage storage = open()) {
      SealedSecretsTest.keep(storage, CodeDigest.ofBundle(kci), 1, kci);
      keep(storage, "kci", deleted);
      storage.useTransaction(handle -> handle.execute("DELETE FROM secret"));
      storage.backup(backup);
      assertEquals(List.of(), StoredBytes.filesWith(deleted, backup));
      assertEquals(List.of(), StoredBytes.filesWith(kci, backup));
      assertEquals(List.of(), StoredBytes.filesWith(kci, file));
    }
  }

  @Test
  void shouldNeverWriteOverAFile() throws Exception {
    Files.writeString(backup, "precious");
    try (Storage storage = open()) {
      assertEquals(
          backup + ": is there already, expected a new file",
          assertThrows(ConfigException.class, () -> storage.backup(backup)).getMessage());
      assertEquals("precious", Files.readString(backup));
      Path lost = folder.resolve("nowhere/backup.db");
      String refusal = assertThrows(ConfigException.class, () -> storage.backup(lost)).getMessage();
      assertTrue(refusal.startsWith(lost + ": the backup cannot be made: "), refusal);
    }
  }

  @Test
  void shouldComeBackAndKeepWhatWasThere() throws Exception {
    backUp();
    try (Storage storage = open()) {
      keep(storage, "after", new byte[1]);
    }
    Path kept = restore().orElseThrow();
    assertEquals(folder.resolve("role.db.before-restore-20261123T070809Z"), kept);
    assertEquals(List.of(kept.getFileName().toString()), filesBeside());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)));
    try (Storage storage = open()) {
      assertEquals(1, count(storage));
      assertEquals(NOW, storage.restoredAt().orElseThrow());
      storage.acceptRestore();
    }
    backup = kept;
    Files.delete(file);
    assertEquals(Optional.empty(), restore());
    try (Storage storage = open()) {
      assertEquals(2, count(storage));
    }
  }

  /** Makes files as restores of those processes leave them when they are killed. */
  private void leave(String... names) throws Exception {
    for (String name : names) {
      Files.createFile(folder.resolve(name));
    }
  }

  private static long ended() throws Exception {
    Process process = new ProcessBuilder("true").start();
    assertEquals(0, process.waitFor());
    return process.pid();
  }

  @Test
  void shouldRemoveWhatAKilledRestoreLeftAtTheNextOne() throws Exception {
    backUp();
    String left = "role.db.restoring." + ended() + ".77";
    leave("role.db.restoring123", left, left + "-journal", left + ".expected5.db");
    restore();
    assertEquals(1, filesBeside().size(), filesBeside().toString());
    assertTrue(filesBeside().get(0).startsWith("role.db.before-restore-"));
  }

  @Test
  void shouldRemoveWhatAKilledRestoreLeftAtTheNextStart() throws Exception {
    backUp();
    String self = "role.db.restoring." + ProcessHandle.current().pid() + ".77";
    leave("role.db.restoring123", "role.db.restoring." + ended() + ".77.expected5.db", self);
    open().close();
    assertEquals(List.of(), filesBeside());
  }

  @Test
  void shouldLeaveFilesOfARestoreUnderWayAndThoseOfOthers() throws Exception {
    backUp();
    Process running = new ProcessBuilder("sleep", "600").start();
    try {
      String[] names = {
        "role.db.restoring.%d.77".formatted(running.pid()), "role.db.restoring-notes"
      };
      leave(names);
      open().close();
      assertEquals(Stream.of(names).sorted().toList(), filesBeside());
    } finally {
      running.destroyForcibly();
    }
  }

  @Test
  void shouldNotReplaceAStorageInUse() throws Exception {
    backUp();
    try (Storage storage = open()) {
      keep(storage, "after", new byte[1]);
      assertEquals(
          file + ": another process has it open, expected its server to be stopped",
          assertThrows(StorageException.class, this::restore).getMessage());
      assertEquals(List.of(), filesBeside());
      keep(storage, "later", new byte[1]);
      assertEquals(3, count(storage));
    }
  }

  @Test
  void shouldReplaceNeitherADamagedStorageNorWhatAnEarlierRestoreKept() throws Exception {
    backUp();
    byte[] whole = Files.readAllBytes(file);
    Files.writeString(file, "this is certainly not a database, but long enough to look at");
    String refusal = assertThrows(StorageException.class, this::restore).getMessage();
    assertTrue(refusal.startsWith(file + ": cannot be replaced: [SQLITE_NOTADB]"), refusal);
    assertTrue(refusal.endsWith(", expected a storage that opens, or no file"), refusal);
    assertEquals(List.of(), filesBeside());
    Files.write(file, whole);
    Path kept = restore().orElseThrow();
    assertEquals(
        kept + ": is there already, expected a new file",
        assertThrows(ConfigException.class, this::restore).getMessage());
  }

  @Test
  void shouldRefuseABackupThatIsCutOrChanged() throws Exception {
    backUp();
    byte[] whole = Files.readAllBytes(backup);
    Files.write(backup, Arrays.copyOf(whole, whole.length - PAGE));
    assertDamaged();
    byte[] changed = whole.clone();
    Arrays.fill(changed, whole.length - PAGE, whole.length, (byte) 'Z');
    Files.write(backup, changed);
    assertDamaged();
    Files.write(backup, Arrays.copyOf(whole, 50));
    assertRefused("is no database, expected a file that the command 'backup' made");
    Files.write(backup, whole);
    sql(backup, "PRAGMA journal_mode = WAL");
    assertRefused("is a copy of a database in use, expected a file that the command 'backup' made");
  }

  private void assertDamaged() {
    String refusal = assertThrows(ConfigException.class, this::restore).getMessage();
    assertTrue(refusal.startsWith(backup + ": is damaged ("), refusal);
    assertTrue(refusal.endsWith("), expected a whole backup"), refusal);
    assertEquals(1, refusal.lines().count());
  }

  @Test
  void shouldRefuseABackupOfAnotherStorage() throws Exception {
    backUp();
    sql(backup, "UPDATE storage_identity SET role = 'rosa_other'");
    assertRefused("is a storage of rosa_other, expected one of rosa_test");
    sql(backup, "UPDATE storage_identity SET role = 'rosa_test', domain = 18");
    assertRefused("is a storage of domain 18, expected one of domain 17");
    sql(backup, "UPDATE storage_identity SET domain = NULL");
    sql(backup, "UPDATE flyway_schema_history SET version = '99' WHERE version = '2'");
    assertRefused("has tables of version 99, made by a later ROSA, expected at most version 4");
    sql(backup, "DROP TABLE storage_identity");
    sql(backup, "UPDATE flyway_schema_history SET version = '2' WHERE version = '99'");
    assertRefused("is no storage of a role, expected a backup of one of rosa_test");
    backup = folder.resolve("lost.db");
    assertRefused("no such file, expected a backup");
    backup = file;
    assertRefused("is the storage itself, expected a backup");
  }

  private void assertSchemaRefused(String text, String sentence) throws Exception {
    byte[] whole = Files.readAllBytes(backup);
    sql(backup, text);
    assertRefused(sentence + ", expected a file that the command 'backup' made");
    Files.write(backup, whole);
  }

  @Test
  void shouldRefuseABackupWhoseSchemaIsNotTheOneOfItsVersion() throws Exception {
    backUp();
    assertSchemaRefused(
        "CREATE TRIGGER crafted AFTER UPDATE ON storage_identity BEGIN DELETE FROM secret; END",
        "has the trigger crafted, which no storage of its version has");
    assertSchemaRefused(
        "CREATE VIEW crafted AS SELECT * FROM secret",
        "has the view crafted, which no storage of its version has");
    assertSchemaRefused(
        "CREATE TABLE \"a \u001b[31m\" (x)",
        "has the table a???31m, which no storage of its version has");
    assertSchemaRefused(
        "CREATE INDEX crafted ON secret (length(bytes))",
        "has the index crafted, which no storage of its version has");
    assertSchemaRefused(
        "DROP TABLE signing_key", "lacks the table signing_key of a storage of its version");
    assertSchemaRefused(
        "ALTER TABLE secret ADD COLUMN crafted INTEGER CHECK (crafted > 1)",
        "lacks the table secret of a storage of its version");
  }

  @Test
  void shouldReadNothingOfABackupThroughAView() throws Exception {
    backUp();
    byte[] whole = Files.readAllBytes(backup);
    for (String table : List.of("storage_identity", "flyway_schema_history")) {
      sql(backup, "ALTER TABLE " + table + " RENAME TO crafted");
      sql(backup, "CREATE VIEW " + table + " AS SELECT * FROM crafted");
      assertRefused("is no storage of a role, expected a backup of one of rosa_test");
      Files.write(backup, whole);
    }
  }

  @Test
  void shouldTakeABackupOfAnEarlierVersion() throws Exception {
    backUp();
    sql(backup, "ALTER TABLE storage_identity DROP COLUMN authority");
    sql(backup, "DROP TABLE signing_key");
    sql(backup, "DELETE FROM flyway_schema_history WHERE version IN ('3', '4')");
    assertTrue(restore().isPresent());
    try (Storage storage = open()) {
      assertEquals(1, count(storage));
    }
  }

  @Test
  void shouldRefuseABackupOfAVersionThatIsNone() throws Exception {
    backUp();
    sql(backup, "UPDATE flyway_schema_history SET version = '3.5' WHERE version = '4'");
    assertRefused("has tables of version 3.5, which no ROSA made");
  }

  @Test
  void shouldRefuseABackupOfAnotherKey() throws Exception {
    backUp();
    Path key = folder.resolve("role.db.key");
    Files.write(key, StorageKey.random(new SecureRandom()).line());
    assertRefused(
        "the storage key in file:"
            + key
            + " does not open this database, expected the key it was made with");
    Files.delete(key);
    assertEquals(
        "file:" + key + ": no such file, expected the storage key",
        assertThrows(ConfigException.class, this::restore).getMessage());
  }

  @Test
  void shouldRefuseToStartOnTablesOfALaterVersion() throws Exception {
    open().close();
    sql(file, "UPDATE flyway_schema_history SET version = '99' WHERE version = '2'");
    assertEquals(
        file + ": has tables of version 99, made by a later ROSA, expected at most version 4",
        assertThrows(StorageException.class, this::open).getMessage());
  }
}
