package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import dev.rosa.config.PrivateFolder;
import dev.rosa.storage.file.RestoreFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * SQLite as a role's storage: one file of mode 0600, with a write-ahead log beside it, in a folder
 * that no other user may write to. Several processes may have it open. What is deleted is
 * overwritten in the file.
 */
record SqliteDialect(Path file) implements Dialect {

  static {
    // Before the driver's first use, which would unpack it where everybody may write.
    SqliteLibrary.load();
  }

  private static final int ROOT = 0;
  private static final int BUSY_MILLIS = 10_000;

  /** More than others may keep the file busy: no connection is ever away. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A request waits for an erasure, and there is a next one. */
  private static final int ERASURE_MILLIS = 500;

  static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
  private static final List<String> SIDE_FILES = List.of("-wal", "-shm", "-journal");
  private static final String TRUNCATE_LOG = "PRAGMA wal_checkpoint(TRUNCATE)";

  /** BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB, as the JDBC driver gives them. */
  private static final Set<Integer> OUTAGES = Set.of(5, 8, 10, 11, 13, 14, 26);

  static final int PRIMARY_CODE = 0xff;

  /** More than the first tables need. */
  private static final int TRIAL_BYTES = 256 << 10;

  /** Less is told: a full disk shows as many kinds of outage. */
  private static final long LITTLE_BYTES = 1 << 20;

  @Override
  public void check() throws ConfigException {
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new ConfigException(
          file + " lies in " + folder + ", expected a folder that can be written");
    }
    if (Files.isDirectory(file)) {
      throw new ConfigException(file + ": is a folder, expected a file or none");
    }
    if (Files.isSymbolicLink(file) && Files.notExists(file)) {
      // The database would make it, as readable for others as all its files.
      throw new ConfigException(
          file + ": is a symbolic link to nothing, expected a file, or the name of one to be made");
    }
    try {
      requireClosed(folder);
    } catch (IOException e) {
      throw new ConfigException(file + ": the storage cannot be read: " + e.getMessage(), e);
    }
  }

  /** Others could put a log beside the file, and with it any content of the database. */
  private void requireClosed(Path folder) throws ConfigException, IOException {
    requireNoOtherWriter(folder);
    if (Files.exists(file)) {
      requireOwnerOnly(file);
      requireNoOtherWriter(file.toRealPath().getParent());
      requireOwnerOf(folder);
    }
    for (Path part : SIDE_FILES.stream().map(this::beside).filter(Files::exists).toList()) {
      requireOwnerOnly(part);
      requireOwnerOf(part);
    }
  }

  private static void requireOwnerOnly(Path part) throws ConfigException, IOException {
    if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(part))) {
      throw new ConfigException(
          part + ": others may use this storage, expected mode 0600 (chmod 600 " + part + ")");
    }
  }

  /** The user's group may: with many systems' default mode it can write to each new folder. */
  private static void requireNoOtherWriter(Path folder) throws ConfigException, IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder);
    if (mode.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new ConfigException(
          "%s: all users may write to it (%s), expected mode 0700 (chmod 700 %s)"
              .formatted(folder, PosixFilePermissions.toString(mode), folder));
    }
  }

  /** The user of the folder can put another file in the place of this one, or a log beside it. */
  private void requireOwnerOf(Path path) throws ConfigException, IOException {
    int owner = Files.exists(file) ? PrivateFolder.owner(file) : ROOT;
    int other = PrivateFolder.owner(path);
    if (other != owner && other != ROOT) {
      throw new ConfigException(
          "%s: belongs to user %s, expected user %s of %s, or root"
              .formatted(
                  path, Integer.toUnsignedString(other), Integer.toUnsignedString(owner), file));
    }
  }

  @Override
  public String folder() {
    return "sqlite";
  }

  @Override
  public Optional<String> schema() {
    return Optional.empty();
  }

  @Override
  public DataSource open() throws SQLException {
    create();
    new RestoreFiles(file).removeLeft();
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_MILLIS);
    config.enforceForeignKeys(true);
    config.setPragma(Pragma.SECURE_DELETE, "true");
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    tryToWrite(source);
    return source;
  }

  /**
   * A reader of a database with a write-ahead log makes files beside it if there are none. Without
   * a log the file has everything, and is read as one without writers.
   */
  @Override
  public Optional<DataSource> openToLook() {
    if (!hasBytes()) {
      return Optional.empty();
    }
    boolean hasLog = Files.exists(beside("-wal"));
    if (hasLog && !Files.exists(beside("-shm"))) {
      return Optional.empty();
    }
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(BUSY_MILLIS);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath().toUri() + (hasLog ? "" : "?immutable=1"));
    return Optional.of(source);
  }

  private boolean hasBytes() {
    try {
      return Files.size(file) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** The database makes its own beside the file itself, not beside a link to it. */
  private Path beside(String end) {
    Path real = Files.isSymbolicLink(file) ? target() : file;
    return real.resolveSibling(real.getFileName() + end);
  }

  private Path target() {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file;
    }
  }

  @Override
  public Duration patience() {
    return PATIENCE;
  }

  /** A file does not tell. */
  @Override
  public int servers(Handle handle) {
    return 0;
  }

  /** Makes an empty database if there is no file. */
  void create() {
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      requireOwnFolder();
    } catch (FileAlreadyExistsException e) {
      // The usual case: what is there is kept.
      return;
    } catch (IOException e) {
      throw new StorageException(file + ": the storage cannot be made: " + e.getMessage(), e);
    }
  }

  /** Before it is made, nothing says whose it will be. */
  private void requireOwnFolder() throws IOException {
    try {
      requireOwnerOf(file.toAbsolutePath().getParent());
    } catch (ConfigException e) {
      Files.delete(file);
      throw new StorageException(e.getMessage(), e);
    }
  }

  /**
   * Writes to a storage that has no tables yet, and deletes again. On a full disk the library that
   * makes the tables would try for ten seconds.
   */
  private static void tryToWrite(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      if (!isNew(statement)) {
        return;
      }
      // It is there if a process was ended between these lines.
      statement.execute("DROP TABLE IF EXISTS trial");
      statement.execute("CREATE TABLE trial AS SELECT zeroblob(" + TRIAL_BYTES + ") AS bytes");
      statement.execute("DROP TABLE trial");
      statement.execute(TRUNCATE_LOG);
    }
  }

  private static boolean isNew(Statement statement) throws SQLException {
    try (ResultSet tables =
        statement.executeQuery("SELECT 1 FROM sqlite_master WHERE name <> 'trial' LIMIT 1")) {
      return !tables.next();
    }
  }

  @Override
  public void lockForWriting(Handle handle) {
    // Every transaction begins as IMMEDIATE: it has the lock.
  }

  @Override
  public Optional<Notifications> listen() {
    return Optional.empty();
  }

  @Override
  public boolean eraseDeleted(Handle handle) {
    waitAtMost(handle, ERASURE_MILLIS);
    try {
      // One row: whether another process was reading, and two counts.
      return handle.createQuery(TRUNCATE_LOG).map((row, context) -> row.getInt(1) == 0).one();
    } finally {
      waitAtMost(handle, BUSY_MILLIS);
    }
  }

  private static void waitAtMost(Handle handle, int millis) {
    handle.execute("PRAGMA busy_timeout = " + millis);
  }

  @Override
  public void rewrite(Handle handle, String table) {
    // The pages of all tables lie in one file.
    handle.execute("VACUUM");
  }

  @Override
  public void backup(Handle handle, Path target) throws ConfigException {
    new SqliteBackup(target).write(handle);
  }

  @Override
  public Optional<String> outage(SQLException failure) {
    if (!OUTAGES.contains(failure.getErrorCode() & PRIMARY_CODE)) {
      return Optional.empty();
    }
    return String.valueOf(failure.getMessage()).lines().findFirst().map(said -> said + room());
  }

  /** SQLite's sentence about a failure, else the failure's message; one line. */
  static String sentence(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        return ConfigException.oneLine(cause);
      }
    }
    return ConfigException.oneLine(failure);
  }

  /** The room on the file's disk, where it is little. */
  private String room() {
    try {
      long bytes = Files.getFileStore(file).getUsableSpace();
      return bytes < LITTLE_BYTES ? ", its disk has " + (bytes >> 10) + " KiB left" : "";
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public String name() {
    return file.toString();
  }
}
