package dev.rosa.storage;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rosa.config.ConfigException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A role's database. It holds secrets: only its owner may read it, and what is deleted is
 * overwritten. A committed transaction survives a power cut; a server and an administration command
 * may have it open at the same time. Thread-safe.
 *
 * <p>Every method throws {@link StorageException} if disk or database fail. Exceptions of the
 * caller's work come out as they are.
 */
public final class Storage implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Storage.class);
  private static final int CONNECTIONS = 4;

  private final Dialect dialect;
  private final HikariDataSource pool;
  private final Jdbi jdbi;

  private Storage(Dialect dialect, HikariDataSource pool) {
    this.dialect = dialect;
    this.pool = pool;
    this.jdbi = Jdbi.create(pool);
  }

  /**
   * Opens a database, makes it if there is none, and brings its tables up to date.
   *
   * @param migrations folder on the class path with the tables of all versions
   * @throws ConfigException if {@link #check} finds a mistake
   */
  public static Storage open(Path file, String migrations) throws ConfigException {
    Dialect dialect = dialect(file);
    dialect.check();
    try {
      DataSource source = dialect.open();
      Flyway.configure(Storage.class.getClassLoader())
          .dataSource(source)
          .locations("classpath:" + migrations)
          .load()
          .migrate();
      return new Storage(dialect, pool(source));
    } catch (StorageException e) {
      throw e;
    } catch (SQLException | RuntimeException e) {
      throw outage(dialect, e).orElseGet(() -> unknown(dialect, e));
    }
  }

  /**
   * Checks without a change that {@link #open} has a chance.
   *
   * @throws ConfigException in one line if it has none
   */
  public static void check(Path file) throws ConfigException {
    dialect(file).check();
  }

  private static Dialect dialect(Path file) {
    return new SqliteDialect(file);
  }

  private static HikariDataSource pool(DataSource source) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("storage");
    config.setDataSource(source);
    config.setMaximumPoolSize(CONNECTIONS);
    return new HikariDataSource(config);
  }

  private static Optional<StorageException> outage(Dialect dialect, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Optional<String> said =
          cause instanceof SQLException refused ? dialect.outage(refused) : Optional.empty();
      if (said.isPresent()) {
        return said.map(
            text ->
                new StorageException(
                    dialect.name() + ": the storage cannot be used: " + text, failure));
      }
    }
    return Optional.empty();
  }

  private static StorageException unknown(Dialect dialect, Exception failure) {
    String said = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return new StorageException(
        dialect.name() + ": is not a storage that this version can use: " + said, failure);
  }

  /** Runs statements outside of a transaction: for reading, or one change alone. */
  public <R, X extends Exception> R withHandle(HandleCallback<R, X> work) throws X {
    try {
      return jdbi.withHandle(work);
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  /** The same without a result. */
  public <X extends Exception> void useHandle(HandleConsumer<X> work) throws X {
    withHandle(work.asCallback());
  }

  /**
   * Runs statements as one transaction, which is durable when this returns. The place for a commit
   * that several requests share.
   */
  public <R, X extends Exception> R inTransaction(HandleCallback<R, X> work) throws X {
    try {
      return jdbi.inTransaction(work);
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  /** The same without a result. */
  public <X extends Exception> void useTransaction(HandleConsumer<X> work) throws X {
    inTransaction(work.asCallback());
  }

  private RuntimeException failure(RuntimeException thrown) {
    Optional<StorageException> outage = outage(dialect, thrown);
    return outage.isPresent() ? outage.get() : thrown;
  }

  /**
   * Leaves no trace of deleted secrets in any file; after the transaction that deletes them. While
   * another process reads what was there before, the log says so, and the next call erases.
   */
  public void eraseDeleted() {
    if (!withHandle(dialect::eraseDeleted)) {
      LOG.warn(
          "{}: another process is reading, deleted secrets stay in its log until the next erasure",
          dialect.name());
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
