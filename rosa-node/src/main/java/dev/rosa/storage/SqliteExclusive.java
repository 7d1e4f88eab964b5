package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.LockingMode;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.core.DB;

/** An SQLite storage that no other connection has open, until this is closed. One thread's. */
final class SqliteExclusive implements AutoCloseable {

  private static final String MAIN = "main";
  private static final int BUSY_MILLIS = 500;

  private final SqliteDialect storage;
  private final Connection connection;

  private SqliteExclusive(SqliteDialect storage, Connection connection) {
    this.storage = storage;
    this.connection = connection;
  }

  /**
   * Opens it; makes an empty one if there is no file.
   *
   * @throws StorageException in one line if another process has it open
   */
  static SqliteExclusive open(SqliteDialect storage) {
    storage.create();
    SQLiteConfig config = new SQLiteConfig();
    config.setLockingMode(LockingMode.EXCLUSIVE);
    config.setBusyTimeout(BUSY_MILLIS);
    SqliteExclusive exclusive = null;
    try {
      exclusive =
          new SqliteExclusive(
              storage, config.createConnection("jdbc:sqlite:" + storage.file().toAbsolutePath()));
      exclusive.lock();
      return exclusive;
    } catch (SQLException e) {
      if (exclusive != null) {
        exclusive.close();
      }
      throw failure(storage, e);
    }
  }

  /** A connection that has the log open keeps this one from ending the log. */
  private void lock() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = DELETE");
      statement.execute("BEGIN EXCLUSIVE");
      statement.execute("COMMIT");
    }
  }

  private static StorageException failure(SqliteDialect storage, SQLException e) {
    boolean busy =
        (e.getErrorCode() & SqliteDialect.PRIMARY_CODE) == SQLiteErrorCode.SQLITE_BUSY.code;
    return new StorageException(
        storage.name()
            + (busy
                ? ": another process has it open, expected its server to be stopped"
                : ": cannot be replaced: "
                    + SqliteDialect.sentence(e)
                    + ", expected a storage that opens, or no file"),
        e);
  }

  /**
   * Keeps the content in a new file; empty if there is none.
   *
   * @throws ConfigException in one line if there is a file of that name
   */
  Optional<Path> keepAs(Path file) throws ConfigException {
    try {
      if (isEmpty()) {
        return Optional.empty();
      }
      new SqliteBackup(file).create();
      require(database().backup(MAIN, file.toAbsolutePath().toString(), null));
      return Optional.of(file);
    } catch (SQLException e) {
      throw failure(storage, e);
    }
  }

  private boolean isEmpty() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet tables = statement.executeQuery("SELECT COUNT(*) FROM sqlite_master")) {
      return tables.next() && tables.getInt(1) == 0;
    }
  }

  /** Replaces the content in one step, which a failure undoes. */
  void replaceBy(Path other) {
    try {
      require(database().restore(MAIN, other.toAbsolutePath().toString(), null));
    } catch (SQLException e) {
      throw failure(storage, e);
    }
  }

  private DB database() throws SQLException {
    return connection.unwrap(SQLiteConnection.class).getDatabase();
  }

  private static void require(int code) throws SQLException {
    if (code != SQLiteErrorCode.SQLITE_OK.code) {
      throw DB.newSQLException(code, "the copy failed");
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failure(storage, e);
    }
  }
}
