package dev.rosa.control;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Trial of a storage that has no tables yet: more is written to it than its first tables need, and
 * deleted again. On a full disk the library that makes the tables would try for ten seconds.
 * Stateless.
 */
public final class StorageProbe {

  private static final int BYTES = 256 << 10;

  private StorageProbe() {}

  /**
   * Opens the storage, and tries a new one.
   *
   * @throws SQLException as the database says it, if the storage cannot be used
   */
  public static void run(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      if (!isNew(statement)) {
        return;
      }
      // It is there if a process was ended between these lines.
      statement.execute("DROP TABLE IF EXISTS trial");
      statement.execute("CREATE TABLE trial AS SELECT zeroblob(" + BYTES + ") AS bytes");
      statement.execute("DROP TABLE trial");
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
  }

  private static boolean isNew(Statement statement) throws SQLException {
    try (ResultSet tables =
        statement.executeQuery("SELECT 1 FROM sqlite_master WHERE name <> 'trial' LIMIT 1")) {
      return !tables.next();
    }
  }
}
