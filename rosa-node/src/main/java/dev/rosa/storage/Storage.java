package dev.rosa.storage;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A role's database: an SQLite file, or a schema of a PostgreSQL server. It holds secrets: only the
 * owner of the file may read it, and what is deleted there is overwritten. A committed transaction
 * survives a power cut; servers and administration commands may have it open at the same time.
 * Thread-safe.
 *
 * <p>Every method throws {@link StorageException} if disk or database fail. Exceptions of the
 * caller's work come out as they are.
 */
public final class Storage implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Storage.class);
  private static final int CONNECTIONS = 4;

  private final Dialect dialect;
  private final HikariDataSource pool;
  private final boolean isNew;
  private final Jdbi jdbi;
  private final SharedTransactions shared;

  private Storage(Dialect dialect, HikariDataSource pool, boolean isNew) {
    this.dialect = dialect;
    this.isNew = isNew;
    this.pool = pool;
    this.jdbi = Jdbi.create(pool);
    // Bound values are secrets, or a peer's words: neither belongs in a log.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    this.shared = new SharedTransactions(this::useTransaction, this::failure);
  }

  /**
   * Opens a database, makes it if there is none, and brings its tables up to date.
   *
   * @throws ConfigException if {@link #check} finds a mistake
   */
  public static Storage open(StorageLocation location, Tables tables) throws ConfigException {
    Dialect dialect = dialect(location, tables);
    dialect.check();
    try {
      DataSource source = dialect.open();
      boolean isNew = migrate(source, dialect, tables);
      return new Storage(dialect, pool(source), isNew);
    } catch (StorageException e) {
      throw e;
    } catch (SQLException | RuntimeException e) {
      throw outage(dialect, e).orElseGet(() -> unknown(dialect, e));
    }
  }

  /** Tells whether there were no tables before. */
  private static boolean migrate(DataSource source, Dialect dialect, Tables tables) {
    FluentConfiguration migrations =
        Flyway.configure(Storage.class.getClassLoader())
            .dataSource(source)
            .locations(tables.locations(dialect.folder()));
    dialect.schema().ifPresent(migrations::schemas);
    return migrations.load().migrate().initialSchemaVersion == null;
  }

  /**
   * Checks without a change that {@link #open} has a chance.
   *
   * @throws ConfigException in one line if it has none
   */
  public static void check(StorageLocation location, Tables tables) throws ConfigException {
    dialect(location, tables).check();
  }

  private static Dialect dialect(StorageLocation location, Tables tables) {
    Optional<Dialect> server =
        location.url().map(url -> new PostgresDialect(location, tables.schema()));
    return server.orElseGet(() -> new SqliteDialect(location.file().orElseThrow()));
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

  /** Tells whether there was no database when this was opened. */
  public boolean isNew() {
    return isNew;
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

  /** Runs statements as one transaction, which is durable when this returns. */
  public <R, X extends Exception> R inTransaction(HandleCallback<R, X> work) throws X {
    try {
      return transaction(work);
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  private <R, X extends Exception> R transaction(HandleCallback<R, X> work) throws X {
    return jdbi.inTransaction(
        handle -> {
          dialect.lockForWriting(handle);
          return work.withHandle(handle);
        });
  }

  /** The same without a result. */
  public <X extends Exception> void useTransaction(HandleConsumer<X> work) throws X {
    inTransaction(work.asCallback());
  }

  /**
   * Runs statements in a transaction that several callers share, and answers when it is durable. It
   * undoes only the statements of callers whose work throws, and fails for all if the disk fails.
   *
   * @return fails as {@link #inTransaction} throws, without a wrapper
   */
  public <R> CompletionStage<R> inSharedTransaction(HandleCallback<R, ? extends Exception> work) {
    return shared.submit(work);
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
    shared.close();
    pool.close();
  }
}
