package dev.rosa.codeserver;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.rosa.control.DiskFailure;
import dev.rosa.control.StorageProbe;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * The database behind {@link CodeRepository} and {@link SecretRepository}: one SQLite file of mode
 * 0600, brought to the current schema when it is opened. A committed transaction survives a power
 * cut. Thread-safe.
 *
 * <p>Everything that is particular to SQLite is in this class; another database brings its own
 * {@link DataSource} and runs the same statements.
 */
final class CodeStorage implements AutoCloseable {

  private static final String MIGRATIONS = "classpath:dev/rosa/codeserver/migrations";
  private static final int CONNECTIONS = 4;
  private static final int BUSY_MILLIS = 10_000;

  private final Path file;
  private final HikariDataSource pool;
  private final Jdbi jdbi;

  private CodeStorage(Path file, HikariDataSource pool) {
    this.file = file;
    this.pool = pool;
    this.jdbi = Jdbi.create(pool);
  }

  /**
   * Opens the file, making it if there is none.
   *
   * @throws StorageException if it cannot be made, others may read it, or it belongs to another
   *     user
   */
  static CodeStorage open(Path file) throws StorageException {
    create(file);
    check(file);
    DataSource source = sqlite(file);
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setPoolName("code-storage");
    try {
      StorageProbe.run(source);
      return migrated(file, new HikariDataSource(config));
    } catch (SQLException
        | FlywayException
        | JdbiException
        | HikariPool.PoolInitializationException e) {
      throw new StorageException(unusable(file, DiskFailure.in(e, file).orElse(firstLine(e))), e);
    }
  }

  private static String unusable(Path file, String why) {
    return file + ": cannot be used as the Code Server's storage: " + why;
  }

  /**
   * Turns a failure into one line if it is the disk's.
   *
   * @throws RuntimeException the failure itself if it is another one
   */
  StorageException trouble(RuntimeException failure) {
    return DiskFailure.in(failure, file)
        .map(said -> new StorageException(unusable(file, said), failure))
        .orElseThrow(() -> failure);
  }

  /**
   * Checks without changing anything that {@link #open} has a chance.
   *
   * @throws StorageException if it has none
   */
  static void check(Path file) throws StorageException {
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new StorageException(folder + ": is not a folder that can be written to");
    }
    if (Files.exists(file)) {
      requireOwnerOnly(file);
    }
  }

  private static void create(Path file) throws StorageException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // The usual case: what is there is kept.
      return;
    } catch (IOException e) {
      throw new StorageException(file + ": the storage cannot be made: " + e.getMessage(), e);
    }
  }

  private static void requireOwnerOnly(Path file) throws StorageException {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      if (mode.stream().anyMatch(permission -> !permission.name().startsWith("OWNER_"))) {
        throw new StorageException(
            file
                + ": others than the owner have access to this storage of secrets ("
                + PosixFilePermissions.toString(mode)
                + "), expected mode 0600");
      }
    } catch (IOException e) {
      throw new StorageException(file + ": its mode cannot be read: " + e.getMessage(), e);
    }
  }

  private static DataSource sqlite(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_MILLIS);
    // A retired Kci is overwritten in the file, not merely unlinked.
    config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    return source;
  }

  private static CodeStorage migrated(Path file, HikariDataSource pool) {
    boolean ready = false;
    try {
      Flyway.configure().dataSource(pool).locations(MIGRATIONS).load().migrate();
      CodeStorage storage = new CodeStorage(file, pool);
      storage.jdbi.useHandle(handle -> CatalogueVersion.nameStore(handle, new SecureRandom()));
      ready = true;
      return storage;
    } finally {
      if (!ready) {
        pool.close();
      }
    }
  }

  private static String firstLine(Exception e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
  }

  Jdbi jdbi() {
    return jdbi;
  }

  /** Writes what is retired out of the write-ahead log as well. */
  void forget() {
    jdbi.useHandle(handle -> handle.execute("PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  @Override
  public void close() {
    pool.close();
  }
}
