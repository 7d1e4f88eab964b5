package dev.rosa.storage;

import java.sql.SQLException;

/** Connection on which a database tells of changes by others. Owned by one thread. */
interface Notifications extends AutoCloseable {

  /**
   * Waits for a change.
   *
   * @return false if there was none in that time
   * @throws SQLException if the connection is lost
   */
  boolean await(int millis) throws SQLException;

  @Override
  void close() throws SQLException;
}
