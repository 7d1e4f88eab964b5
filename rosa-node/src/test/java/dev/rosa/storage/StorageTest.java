package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.StoredBytes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class StorageTest {

  private static final Tables TABLES = TestTables.TABLES;
  private static final byte[] SECRET =
      "32 bytes that must not be found!".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("role.db");
  }

  private Storage open() throws ConfigException {
    return Storage.open(StorageLocation.of(file), TABLES);
  }

  private static void keep(Storage storage, String name) {
    storage.useTransaction(handle -> keep(handle, name));
  }

  private static void keep(Handle handle, String name) {
    handle.execute("INSERT INTO secret (name, bytes) VALUES (?, ?)", name, SECRET);
  }

  private static int count(Storage storage) {
    return storage.withHandle(
        handle -> handle.createQuery("SELECT COUNT(*) FROM secret").mapTo(Integer.class).one());
  }

  @Test
  void shouldHaveBytesOfDeletedSecretInNoFile() throws Exception {
    try (Storage storage = open()) {
      keep(storage, "kci");
      assertEquals(List.of("role.db-wal"), StoredBytes.filesWith(SECRET, file));
      storage.eraseDeleted();
      assertEquals(List.of("role.db"), StoredBytes.filesWith(SECRET, file));
      storage.useTransaction(handle -> handle.execute("DELETE FROM secret"));
      storage.eraseDeleted();
      assertEquals(List.of(), StoredBytes.filesWith(SECRET, file));
    }
  }

  @Test
  void shouldWarnThatDeletedSecretStaysWhileAnotherProcessReads() throws Exception {
    try (Storage storage = open();
        Connection reader = DriverManager.getConnection("jdbc:sqlite:" + file);
        CapturedLog log = CapturedLog.of("dev.rosa.storage")) {
      keep(storage, "kci");
      reader.setAutoCommit(false);
      try (Statement reading = reader.createStatement()) {
        reading.executeQuery("SELECT COUNT(*) FROM secret").close();
        storage.useTransaction(handle -> handle.execute("DELETE FROM secret"));
        storage.eraseDeleted();
      }
      assertTrue(log.lines().get(0).contains("another process is reading"), log.lines().toString());
      reader.rollback();
      storage.eraseDeleted();
      assertEquals(1, log.lines().size());
      assertEquals(List.of(), StoredBytes.filesWith(SECRET, file));
    }
  }

  @Test
  void shouldKeepAllFilesFromOthers() throws Exception {
    try (Storage storage = open()) {
      keep(storage, "kci");
      for (String suffix : List.of("", "-wal", "-shm")) {
        Path each = folder.resolve("role.db" + suffix);
        assertEquals(
            "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
      }
    }
  }

  @Test
  void shouldKeepWhatWasCommittedWhenOpenedAgain() throws Exception {
    try (Storage storage = open()) {
      keep(storage, "kci");
      IllegalStateException ofCaller = new IllegalStateException("a defect");
      assertSame(
          ofCaller,
          assertThrows(
              IllegalStateException.class,
              () ->
                  storage.useTransaction(
                      handle -> {
                        handle.execute("DELETE FROM secret");
                        throw ofCaller;
                      })));
    }
    try (Storage storage = open()) {
      assertEquals(1, count(storage));
    }
  }

  private static CompletionStage<Void> share(Storage storage, String name) {
    return storage.inSharedTransaction(
        handle -> {
          keep(handle, name);
          return null;
        });
  }

  private static CompletionStage<Boolean> share(
      Storage storage, String name, Set<Handle> transactions) {
    return storage.inSharedTransaction(
        handle -> {
          keep(handle, name);
          return transactions.add(handle);
        });
  }

  /** Work that keeps a transaction open, so that others gather. */
  private static CompletionStage<Void> waitingFor(CountDownLatch allThere, Storage storage) {
    return storage.inSharedTransaction(
        handle -> {
          allThere.await();
          return null;
        });
  }

  private static Throwable failure(CompletionStage<?> stage) {
    return assertThrows(CompletionException.class, () -> stage.toCompletableFuture().join())
        .getCause();
  }

  @Test
  void shouldCommitWorkOfSeveralCallersTogether() throws Exception {
    try (Storage storage = open()) {
      CountDownLatch allThere = new CountDownLatch(1);
      CompletionStage<Void> first = waitingFor(allThere, storage);
      Set<Handle> transactions = ConcurrentHashMap.newKeySet();
      List<CompletableFuture<Boolean>> others =
          IntStream.range(0, 100)
              .mapToObj(i -> share(storage, "kci " + i, transactions).toCompletableFuture())
              .toList();
      allThere.countDown();
      others.forEach(CompletableFuture::join);
      assertTrue(first.toCompletableFuture().isDone());
      // That of the first, and one for all who came while it ran.
      assertTrue(transactions.size() <= 2, transactions.size() + " transactions");
      assertEquals(100, count(storage));
    }
  }

  @Test
  void shouldUndoOnlyTheStatementsOfTheCallerThatFails() throws Exception {
    try (Storage storage = open()) {
      CompletionStage<Void> before = share(storage, "before");
      CompletionStage<Void> twice = share(storage, "before");
      IllegalStateException ofCaller = new IllegalStateException("a defect");
      CompletionStage<Void> failed =
          storage.inSharedTransaction(
              handle -> {
                keep(handle, "half");
                throw ofCaller;
              });
      share(storage, "after").toCompletableFuture().join();
      before.toCompletableFuture().join();
      assertSame(ofCaller, failure(failed));
      assertFalse(failure(twice) instanceof StorageException);
      assertEquals(2, count(storage));
    }
  }

  @Test
  void shouldFailForAllCallersWhenTheDiskIsFull() throws Exception {
    try (Storage storage = open()) {
      CountDownLatch allThere = new CountDownLatch(1);
      CompletionStage<Void> waits = waitingFor(allThere, storage);
      CompletionStage<Void> honest = share(storage, "honest");
      CompletionStage<Integer> large =
          storage.inSharedTransaction(
              handle -> {
                handle.execute("PRAGMA max_page_count = 1");
                return handle.execute("INSERT INTO secret VALUES ('large', zeroblob(1000000))");
              });
      allThere.countDown();
      Boolean unused = waits.toCompletableFuture().handle((ok, failed) -> true).join();
      assertTrue(failure(large) instanceof StorageException);
      boolean kept = !honest.toCompletableFuture().handle((ok, failed) -> failed != null).join();
      assertEquals(kept ? 1 : 0, count(storage));
    }
  }

  @Test
  void shouldCommitWhatWaitsBeforeItClosesAndRefuseLaterWork() throws Exception {
    Storage storage = open();
    CompletionStage<Void> last = share(storage, "last");
    storage.close();
    last.toCompletableFuture().join();
    assertEquals("the storage is closed", failure(share(storage, "late")).getMessage());
    try (Storage again = open()) {
      assertEquals(1, count(again));
    }
  }

  @Test
  void shouldSayInOneLineThatStorageCannotGrow() throws Exception {
    try (Storage storage = open()) {
      assertFalse(storage.hasFailedWithin(Duration.ofDays(1)));
      StorageException full =
          assertThrows(
              StorageException.class,
              () ->
                  storage.useTransaction(
                      handle -> {
                        handle.execute("PRAGMA max_page_count = 1");
                        handle.execute("INSERT INTO secret VALUES ('large', zeroblob(1000000))");
                      }));
      assertTrue(
          full.getMessage().startsWith(file + ": the storage cannot be used: [SQLITE_FULL]"),
          full.getMessage());
      assertEquals(1, full.getMessage().lines().count());
      assertTrue(storage.hasFailedWithin(Duration.ofDays(1)));
      assertFalse(storage.hasFailedWithin(Duration.ZERO));
    }
  }

  @Test
  void shouldSayInOneLineThatAnotherProcessHasTheStorageForTooLong() throws Exception {
    try (Storage storage = open();
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement writing = other.createStatement()) {
      writing.execute("BEGIN IMMEDIATE");
      // The connection that this thread gets again.
      storage.useHandle(handle -> handle.execute("PRAGMA busy_timeout = 1"));
      StorageException busy = assertThrows(StorageException.class, () -> keep(storage, "kci"));
      assertTrue(
          busy.getMessage().startsWith(file + ": the storage cannot be used: [SQLITE_BUSY]"),
          busy.getMessage());
      writing.execute("ROLLBACK");
      keep(storage, "kci");
      assertEquals(1, count(storage));
    }
  }

  @Test
  void shouldTakeAllElseForADefect() throws Exception {
    try (Storage storage = open()) {
      keep(storage, "kci");
      RuntimeException again = assertThrows(RuntimeException.class, () -> keep(storage, "kci"));
      assertFalse(again instanceof StorageException, again.toString());
      assertFalse(storage.hasFailedWithin(Duration.ofDays(1)));
      assertEquals(1, count(storage));
    }
  }

  @Test
  void shouldRefuseInOneLineWhenFileIsNoDatabase() throws Exception {
    Files.writeString(file, "this is certainly not a database, but long enough to look at");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    StorageException refusal = assertThrows(StorageException.class, this::open);
    assertTrue(
        refusal.getMessage().startsWith(file + ": the storage cannot be used: [SQLITE_NOTADB]"),
        refusal.getMessage());
    assertEquals(1, refusal.getMessage().lines().count());
  }

  @Test
  void shouldRefuseInOneLineWhenTablesAreOfALaterVersion() throws Exception {
    try (Storage storage = open()) {
      storage.useTransaction(
          handle -> handle.execute("UPDATE flyway_schema_history SET checksum = 1"));
    }
    StorageException refusal = assertThrows(StorageException.class, this::open);
    assertTrue(
        refusal.getMessage().startsWith(file + ": is not a storage that this version can use: "),
        refusal.getMessage());
    assertEquals(1, refusal.getMessage().lines().count());
  }

  @Test
  void shouldJoinAllWorkOfItsThreadWhenItIsOneTransaction() throws Exception {
    try (Storage storage = open()) {
      IllegalStateException thrown =
          assertThrows(
              IllegalStateException.class,
              () ->
                  storage.asOneTransaction(
                      handle -> {
                        keep(storage, "inner");
                        assertEquals(1, count(storage));
                        throw new IllegalStateException("undo");
                      }));
      assertEquals("undo", thrown.getMessage());
      assertEquals(0, count(storage));
      keep(storage, "after");
      assertEquals(1, count(storage));
    }
  }

  @Test
  void shouldEraseDeletedSecretsAfterTheOneTransaction() throws Exception {
    try (Storage storage = open()) {
      keep(storage, "kci");
      int deleted =
          storage.asOneTransaction(
              handle -> {
                int rows = handle.execute("DELETE FROM secret");
                storage.eraseDeleted();
                return rows;
              });
      assertEquals(1, deleted);
      assertEquals(List.of(), StoredBytes.filesWith(SECRET, file));
    }
  }
}
