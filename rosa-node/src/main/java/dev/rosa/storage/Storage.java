package dev.rosa.storage;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageLocation;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
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

  /** Handle that a thread has open by {@link #asOneTransaction}. */
  private static final ThreadLocal<OneTransaction> OPEN = new ThreadLocal<>();

  private final Dialect dialect;
  private final Tables tables;
  private final HikariDataSource pool;
  private final boolean isNew;
  private final SealedSecrets secrets;
  private final Jdbi jdbi;
  private final SharedTransactions shared;
  private final List<ChangeWatch> watches = new CopyOnWriteArrayList<>();

  /** Time of the last {@link StorageException} by {@link System#nanoTime}; null: there was none. */
  private volatile Long failedNanos;

  private Storage(
      Dialect dialect, Tables tables, HikariDataSource pool, boolean isNew, SealedSecrets secrets) {
    this.dialect = dialect;
    this.tables = tables;
    this.isNew = isNew;
    this.secrets = secrets;
    this.pool = pool;
    this.jdbi = jdbi(pool);
    this.shared = new SharedTransactions(this::useTransaction, this::failure);
  }

  private static Jdbi jdbi(DataSource source) {
    Jdbi jdbi = Jdbi.create(source);
    // Bound values are secrets, or a peer's words: neither belongs in a log.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    return jdbi;
  }

  /**
   * Opens a database, makes it if there is none, brings its tables up to date, and opens its
   * secrets with the storage key. Tables without secrets need no key.
   *
   * @throws ConfigException if {@link #check} or {@link #checkKey} finds a mistake, or the key is
   *     not the one of this database
   */
  public static Storage open(StorageLocation location, Tables tables) throws ConfigException {
    return open(location, tables, UnaryOperator.identity());
  }

  /**
   * The same with something between the storage and its database.
   *
   * @param through wraps the database's connections
   */
  static Storage open(StorageLocation location, Tables tables, UnaryOperator<DataSource> through)
      throws ConfigException {
    Dialect dialect = dialect(location, tables);
    dialect.check();
    Optional<Unlocking> unlocking =
        tables.haveSecrets()
            ? Optional.of(unlocking(dialect, tables, keyOf(location)))
            : Optional.empty();
    try {
      DataSource source = dialect.open();
      boolean isNew = new Migrations(source, dialect, tables).apply();
      SealedSecrets secrets = unlocking.isPresent() ? unlocking.get().open(jdbi(source)) : null;
      HikariDataSource pool = pool(through.apply(source), dialect.patience());
      return new Storage(dialect, tables, pool, isNew, secrets);
    } catch (StorageException e) {
      throw e;
    } catch (SQLException | RuntimeException e) {
      throw Outages.of(dialect, e).orElseGet(() -> Outages.unknown(dialect, e));
    }
  }

  /**
   * Checks without a change that {@link #open} has a chance.
   *
   * @throws ConfigException in one line if it has none
   */
  public static void check(StorageLocation location, Tables tables) throws ConfigException {
    dialect(location, tables).check();
  }

  /**
   * Looks into the database as it is: whose it is, which version made it, and whether the key opens
   * it. One that cannot be looked at without a change is looked at by {@link #open} alone.
   *
   * @throws ConfigException in one line if a server of that domain would not start on it
   */
  public static void look(StorageLocation location, Tables tables, StorageOwner owner)
      throws ConfigException {
    Dialect dialect = dialect(location, tables);
    new StorageLook(dialect, tables, unlocking(dialect, tables, keyOf(location)), owner).look();
  }

  /**
   * Checks without a change that there is a storage key, or that one can be made.
   *
   * @throws ConfigException in one line if not
   */
  public static void checkKey(StorageLocation location) throws ConfigException {
    place(keyOf(location)).check();
  }

  private static StorageKeyLocation keyOf(StorageLocation location) throws ConfigException {
    return location
        .key()
        .orElseThrow(
            () ->
                new ConfigException(
                    location
                        + ": has no storage key, expected <storage-key> with file:PATH, env:NAME"
                        + " or credential:NAME"));
  }

  private static StorageKeyPlace place(StorageKeyLocation location) {
    return new StorageKeyPlace(location, System.getenv());
  }

  static Unlocking unlocking(Dialect dialect, Tables tables, StorageKeyLocation key) {
    return new Unlocking(dialect, tables, place(key), new SecureRandom());
  }

  private static Dialect dialect(StorageLocation location, Tables tables) {
    Optional<Dialect> server =
        location.url().map(url -> new PostgresDialect(location, tables.schema()));
    return server.orElseGet(() -> new SqliteDialect(location.file().orElseThrow()));
  }

  private static HikariDataSource pool(DataSource source, Duration patience) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("storage");
    config.setDataSource(source);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setConnectionTimeout(patience.toMillis());
    // A server that has stopped answering is found by several connections.
    config.setValidationTimeout(patience.toMillis() / CONNECTIONS);
    return new HikariDataSource(config);
  }

  /** Tells whether there was no database when this was opened. */
  public boolean isNew() {
    return isNew;
  }

  /** The secrets in its tables; null if those have none. */
  public SealedSecrets secrets() {
    return secrets;
  }

  /**
   * Gives the storage to a domain, or finds that it is that domain's. One of an earlier version
   * learns the domain's authority now.
   *
   * @throws ConfigException in one line if it is another's
   */
  public void claim(StorageOwner owner) throws ConfigException {
    useTransaction(
        handle -> {
          StorageIdentity identity = StorageIdentity.find(handle).orElseThrow();
          identity.requireOwner(dialect.name(), owner);
          if (identity.authority().isEmpty()) {
            StorageIdentity.setOwner(handle, owner);
          }
        });
  }

  private StorageIdentity identity() {
    return withHandle(StorageIdentity::find).orElseThrow();
  }

  /** Time at which it was restored from a backup, until {@link #acceptRestore}. */
  public Optional<Instant> restoredAt() {
    return identity().restoredAt();
  }

  /** Notes that the role knows of the restore, and has done what one needs. */
  public void acceptRestore() {
    useTransaction(StorageIdentity::clearRestoredAt);
  }

  /** Number of servers of the role that have it open, as far as the database tells. */
  public int servers() {
    return withHandle(dialect::servers);
  }

  /** Marks a storage that the database's own tools have restored. */
  public void markRestored(Instant at) {
    useTransaction(handle -> StorageIdentity.setRestoredAt(handle, at));
  }

  /**
   * Copies the storage as it is into a new file, its owner's alone; servers go on.
   *
   * @throws ConfigException in one line if the database has tools of its own, or the file is there
   */
  public void backup(Path target) throws ConfigException {
    useHandle(handle -> dialect.backup(handle, target));
  }

  /**
   * Restores an SQLite storage from a backup, while no process has it open.
   *
   * @param owner the domain whose storage it is to be
   * @param at time of the restore
   * @return the file with the content that was there; empty if there was none
   * @throws ConfigException in one line if the backup is not one of this storage's kind, or the
   *     database has tools of its own
   * @throws StorageException in one line if another process has the storage open, or the disk fails
   */
  public static Optional<Path> restore(
      StorageLocation location, Tables tables, Path backup, StorageOwner owner, Instant at)
      throws ConfigException {
    Path file =
        location
            .file()
            .orElseThrow(() -> new PostgresDialect(location, tables.schema()).restoresItself());
    return new SqliteRestore(new SqliteDialect(file), keyOf(location), tables, owner, at)
        .from(backup);
  }

  /**
   * Seals all secrets under another key, which it makes if a file is named that is not there.
   *
   * @return how many there are
   * @throws ConfigException in one line if there is no key, or it is the one in use
   */
  public int rekey(StorageKeyLocation to) throws ConfigException {
    Unlocking next = unlocking(dialect, tables, to);
    int sealed = inTransaction(handle -> next.reseal(handle, secrets));
    eraseDeleted();
    return sealed;
  }

  /** Runs statements outside of a transaction: for reading, or one change alone. */
  public <R, X extends Exception> R withHandle(HandleCallback<R, X> work) throws X {
    OneTransaction around = OPEN.get();
    if (around != null && around.isOf(this)) {
      return work.withHandle(around.handle());
    }
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
    OneTransaction around = OPEN.get();
    if (around != null && around.isOf(this)) {
      return work.withHandle(around.handle());
    }
    try {
      return transaction(work);
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  /**
   * Runs work as one transaction, with all that it does by other methods of this storage in its
   * thread. Deleted secrets are erased after its end.
   */
  public <R, X extends Exception> R asOneTransaction(HandleCallback<R, X> work) throws X {
    OneTransaction one = new OneTransaction(this);
    R result;
    try {
      result =
          inTransaction(
              handle -> {
                one.begin(handle);
                OPEN.set(one);
                return work.withHandle(handle);
              });
    } finally {
      OPEN.remove();
    }
    if (one.isErasureDue()) {
      eraseDeleted();
    }
    return result;
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

  /**
   * Has a hint called after changes by other servers and commands, if the database tells of them,
   * until this is closed. Hints may be lost: they are beside a regular look, not instead of it.
   *
   * @param hint must not wait
   */
  public void onChange(Runnable hint) {
    watches.add(ChangeWatch.start(dialect, hint));
  }

  private RuntimeException failure(RuntimeException thrown) {
    Optional<StorageException> outage =
        thrown instanceof StorageException known ? Optional.of(known) : Outages.of(dialect, thrown);
    if (outage.isEmpty()) {
      return thrown;
    }
    failedNanos = System.nanoTime();
    return outage.get();
  }

  /** True if disk or database have failed in the time before now. */
  public boolean hasFailedWithin(Duration time) {
    Long failed = failedNanos;
    return failed != null && System.nanoTime() - failed < time.toNanos();
  }

  /**
   * Leaves no trace of deleted secrets in any file; after the transaction that deletes them. While
   * another process reads what was there before, the log says so, and the next call erases.
   */
  public void eraseDeleted() {
    OneTransaction around = OPEN.get();
    if (around != null && around.isOf(this)) {
      around.eraseAtEnd();
      return;
    }
    if (!withHandle(dialect::eraseDeleted)) {
      LOG.warn(
          "{}: another process is reading, deleted secrets stay in its log until the next erasure",
          dialect.name());
    }
  }

  @Override
  public void close() {
    watches.forEach(ChangeWatch::close);
    shared.close();
    pool.close();
  }
}
