package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.testkit.Await;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The storage on a real PostgreSQL server. */
class PostgresStorageTest {

  private static final Tables TABLES = TestTables.TABLES;

  private static final int CONNECTIONS = 4;

  private final StorageLocation database = TestPostgres.database();

  private Storage open() throws ConfigException {
    return Storage.open(database, TABLES);
  }

  private static CompletionStage<Integer> share(Storage storage, String name) {
    return storage.inSharedTransaction(
        handle ->
            handle.execute("INSERT INTO secret (name, bytes) VALUES (?, ?)", name, new byte[32]));
  }

  private static int count(Storage storage) {
    return storage.withHandle(
        handle -> handle.createQuery("SELECT COUNT(*) FROM secret").mapTo(Integer.class).one());
  }

  @Test
  void shouldKeepWhatWasCommittedAndNoHalfOfWhatFailed() throws Exception {
    try (Storage storage = open()) {
      assertTrue(storage.isNew());
      List<CompletableFuture<Integer>> all =
          IntStream.range(0, 100)
              .mapToObj(i -> share(storage, "kci " + i).toCompletableFuture())
              .toList();
      CompletableFuture<Integer> again = share(storage, "kci 7").toCompletableFuture();
      all.forEach(CompletableFuture::join);
      CompletionException failure = assertThrows(CompletionException.class, again::join);
      assertFalse(failure.getCause() instanceof StorageException);
      assertFalse(failure.getCause().getMessage().contains("kci 7"), failure.getCause().toString());
    }
    try (Storage storage = open()) {
      assertFalse(storage.isNew());
      assertEquals(100, count(storage));
    }
  }

  @Test
  void shouldLetOneOfSeveralServersWriteAtATime() throws Exception {
    try (Storage one = open();
        Storage other = open()) {
      share(one, "counter").toCompletableFuture().join();
      List<CompletableFuture<Integer>> all =
          IntStream.range(0, 200)
              .mapToObj(i -> appendUnlessThere(i % 2 == 0 ? one : other, "name " + i / 2))
              .toList();
      assertEquals(100, all.stream().mapToInt(CompletableFuture::join).sum());
    }
  }

  /** Reads, then writes: right only if no other server writes between. */
  private static CompletableFuture<Integer> appendUnlessThere(Storage storage, String name) {
    return storage
        .inSharedTransaction(
            handle ->
                handle.execute(
                    "INSERT INTO secret (name, bytes) SELECT ?, ? WHERE NOT EXISTS"
                        + " (SELECT 1 FROM secret WHERE name = ?)",
                    name,
                    new byte[32],
                    name))
        .toCompletableFuture();
  }

  @Test
  void shouldSayInOneLineThatServerOrDatabaseIsNotThere() {
    StorageLocation nowhere = StorageLocation.parse("jdbc:postgresql://127.0.0.1:1/rosa", Path::of);
    assertRefused(
        nowhere,
        "jdbc:postgresql://127.0.0.1:1/rosa: the storage cannot be used: Connection to 127.0.0.1:1"
            + " refused.");
    StorageLocation missing = TestPostgres.location("missing");
    assertRefused(
        missing,
        missing + ": the storage cannot be used: FATAL: database \"missing\" does not exist");
  }

  private static void assertRefused(StorageLocation location, String beginning) {
    ConfigException refusal =
        assertThrows(ConfigException.class, () -> Storage.open(location, TABLES));
    assertTrue(refusal.getMessage().startsWith(beginning), refusal.getMessage());
    assertEquals(1, refusal.getMessage().lines().count());
  }

  /** Callers wait for 30 s. */
  @Test
  void shouldSayThatServerIsAwayBeforeACallerGivesUp() throws Exception {
    EmbeddedPostgres server = TestPostgres.builder().start();
    StorageLocation location = TestPostgres.locationAt(server);
    try (Storage storage = Storage.open(location, TABLES)) {
      server.close();
      CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> count(storage));
      CompletionException failure =
          assertThrows(
              CompletionException.class, () -> read.orTimeout(25, TimeUnit.SECONDS).join());
      assertTrue(failure.getCause() instanceof StorageException, failure.toString());
      String said = failure.getCause().getMessage();
      assertTrue(said.contains("refused") || said.contains("terminating"), said);
    }
  }

  @Test
  void shouldCountServersAndNoCommands() throws Exception {
    try (Storage server = open();
        Storage command = open()) {
      assertEquals(0, command.servers());
      server.onChange(() -> {});
      Await.until("a server to listen", () -> command.servers() == 1);
    }
  }

  @Test
  void shouldNotTakeAnAccountWithoutRightsForAServer() throws Exception {
    try (Storage command = open();
        Connection stranger = TestPostgres.stranger(database);
        Statement statement = stranger.createStatement()) {
      statement.execute("SET application_name = 'rosa_test server'");
      assertEquals(0, command.servers());
    }
  }

  @Test
  void shouldRefuseTablesOfAnotherProgramInItsOwnWords() throws Exception {
    TestPostgres.administer(database, "CREATE SCHEMA rosa_test");
    TestPostgres.administer(database, "CREATE TABLE rosa_test.person (name TEXT)");
    String sentence =
        database
            + ": its schema rosa_test has tables that are not ROSA's, expected an empty database";
    assertEquals(sentence, assertThrows(StorageException.class, this::open).getMessage());
    assertEquals(sentence, assertThrows(ConfigException.class, () -> look("a")).getMessage());
  }

  private void look(String authority) throws ConfigException {
    Storage.look(database, TABLES, new StorageOwner(17, authority.repeat(64)));
  }

  @Test
  void shouldLookWithoutAChange() throws Exception {
    look("a");
    try (Storage storage = open()) {
      assertTrue(storage.isNew());
      storage.claim(new StorageOwner(17, "a".repeat(64)));
      look("a");
      assertTrue(
          assertThrows(ConfigException.class, () -> look("b"))
              .getMessage()
              .contains("is a storage of another domain 17"));
    }
  }

  @Test
  void shouldGoOnAfterItsConnectionsWereLost() throws Exception {
    try (Storage storage = open()) {
      share(storage, "before").toCompletableFuture().join();
      TestPostgres.administer(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE application_name = 'rosa_test'");
      int lost = 0;
      while (isLost(share(storage, "after " + lost))) {
        lost++;
      }
      assertTrue(lost <= CONNECTIONS, lost + " connections");
      assertEquals(2, count(storage));
    }
  }

  private static boolean isLost(CompletionStage<Integer> work) {
    try {
      return work.toCompletableFuture().join() == 0;
    } catch (CompletionException e) {
      assertTrue(e.getCause() instanceof StorageException, e.toString());
      return true;
    }
  }

  /** Work that the server ends with an error of its own in the middle. */
  private static CompletionStage<Integer> shareEndedBy(Storage storage, String name, String state) {
    return storage.inSharedTransaction(
        handle -> {
          int unused =
              handle.execute("INSERT INTO secret (name, bytes) VALUES (?, ?)", name, new byte[32]);
          return handle.execute(
              "DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '" + state + "'; END $$");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01"})
  void shouldRefuseAndUndoTheOneThatTheServerRollsBack(String state) throws Exception {
    try (Storage storage = open()) {
      CompletableFuture<Integer> before = share(storage, "before").toCompletableFuture();
      assertTrue(isLost(shareEndedBy(storage, "half", state)));
      before.join();
      share(storage, "half").toCompletableFuture().join();
      assertEquals(2, count(storage));
    }
  }

  @Test
  void shouldRefuseInOneLineWhenADeadlockIsEnded() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch wanted = new CountDownLatch(1);
    try (Storage storage = open()) {
      share(storage, "row").toCompletableFuture().join();
      Thread other = new Thread(() -> TestPostgres.lockRowThenWriter(database, held, wanted));
      other.start();
      held.await();
      CompletionStage<Integer> work =
          storage.inSharedTransaction(
              handle -> {
                wanted.countDown();
                return handle.execute("UPDATE secret SET name = 'changed' WHERE name = 'row'");
              });
      CompletionException ended =
          assertThrows(CompletionException.class, () -> work.toCompletableFuture().join());
      other.join();
      assertTrue(ended.getCause() instanceof StorageException, ended.toString());
      assertEquals(
          database + ": the storage cannot be used: ERROR: deadlock detected",
          ended.getCause().getMessage());
      share(storage, "after").toCompletableFuture().join();
      assertEquals(2, count(storage));
    }
  }

  @Test
  void shouldWriteByTurnsWhenTheServerIsSetToSerializable() throws Exception {
    TestPostgres.administer(
        "ALTER DATABASE "
            + TestPostgres.nameOf(database)
            + " SET default_transaction_isolation = 'serializable'");
    shouldLetOneOfSeveralServersWriteAtATime();
  }

  /** The number of Flyway's lock for a schema's table of migrations. */
  private static long lockOfMigrations() {
    return 77_431_708_279_161L + "\"rosa_test\".\"flyway_schema_history\"".hashCode();
  }

  @Test
  void shouldGoOnWhenAnAccountWithoutRightsHoldsLocks() throws Exception {
    try (Storage storage = open();
        Connection stranger = TestPostgres.stranger(database);
        Statement statement = stranger.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(hashtext('rosa_test'))");
      statement.execute("SELECT pg_advisory_lock(" + lockOfMigrations() + ")");
      share(storage, "one").toCompletableFuture().join();
      try (Storage second = open()) {
        share(second, "two").toCompletableFuture().join();
        assertEquals(2, count(second));
      }
      stranger.setAutoCommit(false);
      SQLException refused =
          assertThrows(
              SQLException.class,
              () -> statement.execute("LOCK TABLE rosa_test.storage_identity IN SHARE MODE"));
      assertEquals("42501", refused.getSQLState());
    }
  }

  @Test
  void shouldReadWhileAnotherServerWrites() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    try (Storage one = open();
        Storage other = open()) {
      CompletableFuture<Integer> written =
          one.inSharedTransaction(
                  handle -> {
                    writing.countDown();
                    read.await();
                    return 1;
                  })
              .toCompletableFuture();
      writing.await();
      assertEquals(0, count(other));
      assertTrue(other.restoredAt().isEmpty());
      read.countDown();
      assertEquals(1, written.join());
    }
  }
}
