package dev.rosa.as.records;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rosa.config.ConfigException;
import dev.rosa.control.DiskFailure;
import dev.rosa.control.StorageProbe;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Jdbi;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * The Authorization Server's one SQLite file (mode 0600: it holds every Kci). A committed
 * transaction is on disk; the server and an administration command may have it open at the same
 * time. Thread-safe.
 */
public final class Storage implements AutoCloseable {
  private static final int CONNECTIONS = 4;
  private static final int BUSY_MILLIS = 10_000;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path file;
  private final HikariDataSource pool;
  private final Jdbi jdbi;

  private Storage(Path file, HikariDataSource pool) {
    this.file = file;
    this.pool = pool;
    this.jdbi = Jdbi.create(pool);
  }

  /**
   * Opens the file, makes it if there is none and brings its tables up to date.
   *
   * @throws ConfigException if it cannot be opened, others may read it, or it is not this server's
   *     storage
   */
  public static Storage open(Path file) throws ConfigException {
    makePrivate(file);
    SQLiteConfig sqlite = new SQLiteConfig();
    sqlite.setJournalMode(JournalMode.WAL);
    sqlite.setSynchronous(SynchronousMode.FULL);
    sqlite.setTransactionMode(TransactionMode.IMMEDIATE);
    sqlite.setBusyTimeout(BUSY_MILLIS);
    sqlite.enforceForeignKeys(true);
    SQLiteDataSource source = new SQLiteDataSource(sqlite);
    source.setUrl("jdbc:sqlite:" + file);
    migrate(file, source);
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("storage");
    pool.setDataSource(source);
    pool.setMaximumPoolSize(CONNECTIONS);
    return new Storage(file, new HikariDataSource(pool));
  }

  /**
   * Looks whether {@link #open} has a chance, and changes nothing.
   *
   * @throws ConfigException in one line if it has none
   */
  public static void check(Path file) throws ConfigException {
    Path folder = file.getParent();
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new ConfigException(
          file + " lies in " + folder + ", expected a folder that can be written");
    }
    if (Files.isDirectory(file)) {
      throw new ConfigException(file + ": is a folder, expected a file or none");
    }
    if (Files.exists(file)) {
      requirePrivate(file);
    }
  }

  private static void makePrivate(Path file) throws ConfigException {
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      requirePrivate(file);
    } catch (IOException e) {
      throw new ConfigException(
          file + ": the storage cannot be made, expected a writable folder: " + e.getMessage(), e);
    }
  }

  private static void requirePrivate(Path file) throws ConfigException {
    try {
      if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
        throw new ConfigException(
            file + ": others may use this storage, expected mode 0600 (chmod 600 " + file + ")");
      }
    } catch (IOException e) {
      throw new ConfigException(file + ": the storage cannot be read: " + e.getMessage(), e);
    }
  }

  private static void migrate(Path file, SQLiteDataSource source) throws ConfigException {
    try {
      StorageProbe.run(source);
      Flyway.configure(Storage.class.getClassLoader())
          .dataSource(source)
          .locations("classpath:db/as")
          .load()
          .migrate();
    } catch (FlywayException | SQLException e) {
      throw trouble(file, e)
          .orElseGet(
              () ->
                  new ConfigException(
                      file
                          + ": is not a storage that this version can use: "
                          + e.getMessage().lines().findFirst().orElse(""),
                      e));
    }
  }

  private static Optional<ConfigException> trouble(Path file, Exception failure) {
    return DiskFailure.in(failure, file)
        .map(said -> new ConfigException(file + ": the storage cannot be used: " + said, failure));
  }

  /**
   * Turns a failure into one line if it is the disk's.
   *
   * @throws RuntimeException the failure itself if it is another one
   */
  public ConfigException trouble(RuntimeException failure) {
    return trouble(file, failure).orElseThrow(() -> failure);
  }

  public Jdbi jdbi() {
    return jdbi;
  }

  @Override
  public void close() {
    pool.close();
  }
}
