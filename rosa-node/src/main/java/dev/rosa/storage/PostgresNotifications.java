package dev.rosa.storage;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Notifications of a PostgreSQL server (LISTEN). */
record PostgresNotifications(Connection connection) implements Notifications {

  private static final int VALID_SECONDS = 5;
  private static final String LOST = "08006";

  @Override
  public boolean await(int millis) throws SQLException {
    PGNotification[] received = connection.unwrap(PGConnection.class).getNotifications(millis);
    if (received != null && received.length > 0) {
      return true;
    }
    // A peer that is gone without a word sends no notification either.
    if (!connection.isValid(VALID_SECONDS)) {
      throw new SQLException("the connection is lost", LOST);
    }
    return false;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
