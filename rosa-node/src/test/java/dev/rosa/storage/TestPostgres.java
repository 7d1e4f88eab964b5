package dev.rosa.storage;

import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageLocation;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL server on the loopback address, one for all tests of a JVM, which ends it. */
public final class TestPostgres {

  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final Path KEYS = keyFolder();

  private TestPostgres() {}

  private static final class Server {
    private static final EmbeddedPostgres RUNNING = start();

    private static EmbeddedPostgres start() {
      try {
        return builder().start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A durable server, whose programs lie in a folder that other users cannot write to. */
  public static EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setOverrideWorkingDirectory(Path.of("target", "embedded-pg").toAbsolutePath().toFile())
        .setServerConfig("fsync", "on");
  }

  /** A new, empty database. */
  public static StorageLocation database() {
    String name = "test" + DATABASES.incrementAndGet();
    administer("CREATE DATABASE " + name);
    return location(name);
  }

  /** A database of that name, which may not be there, with a storage key of its own. */
  static StorageLocation location(String name) {
    return StorageLocation.parse(url(name), Path::of)
        .keyedBy(StorageKeyLocation.of(KEYS.resolve(name)));
  }

  private static Path keyFolder() {
    try {
      return Files.createTempDirectory(Files.createDirectories(Path.of("target")), "keys");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String url(String name) {
    return Server.RUNNING.getJdbcUrl("postgres", name);
  }

  /** The first database of another server. */
  static StorageLocation locationAt(EmbeddedPostgres server) {
    String name = "other" + DATABASES.incrementAndGet();
    return StorageLocation.parse(server.getJdbcUrl("postgres", "postgres"), Path::of)
        .keyedBy(StorageKeyLocation.of(KEYS.resolve(name)));
  }

  /** Runs a statement as the server's administrator. */
  public static void administer(String sql) {
    try (Connection connection = Server.RUNNING.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same in one of its databases. */
  static void administer(StorageLocation database, String sql) {
    try (Connection connection =
            Server.RUNNING.getDatabase("postgres", nameOf(database)).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The name that {@link #database} gave to it. */
  static String nameOf(StorageLocation database) {
    String url = database.url().orElseThrow();
    return url.substring(url.lastIndexOf('/') + 1).replaceFirst("\\?.*", "");
  }

  /**
   * Locks all rows, and then wants the lock of writers, in another order than a storage does. It is
   * patient: the storage's server process finds the deadlock.
   *
   * @param held after the first lock
   * @param wanted before the second one
   */
  static void lockRowThenWriter(
      StorageLocation database, CountDownLatch held, CountDownLatch wanted) {
    try (Connection connection =
            Server.RUNNING.getDatabase("postgres", nameOf(database)).getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET deadlock_timeout = '60s'");
      statement.execute("SELECT 1 FROM rosa_test.secret FOR UPDATE");
      held.countDown();
      wanted.await();
      statement.execute("LOCK TABLE rosa_test.storage_identity IN EXCLUSIVE MODE");
      connection.rollback();
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection of an account that has no rights on any table. */
  static Connection stranger(StorageLocation database) throws SQLException {
    administer("DROP ROLE IF EXISTS stranger");
    administer("CREATE ROLE stranger LOGIN");
    return Server.RUNNING.getDatabase("stranger", nameOf(database)).getConnection();
  }
}
