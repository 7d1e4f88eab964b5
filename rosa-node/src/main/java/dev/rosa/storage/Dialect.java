package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;

/**
 * Seam for the differences between SQLite and PostgreSQL, bound to one configured database.
 * Thread-safe.
 */
interface Dialect {

  /**
   * Checks without a change that {@link #open} has a chance.
   *
   * @throws ConfigException in one line if it has none
   */
  void check() throws ConfigException;

  /** Folder of its migrations. */
  String folder();

  /** Schema of the tables, if the database has schemas. */
  Optional<String> schema();

  /**
   * Opens the database, makes it if there is none, and tries whether it can be written.
   *
   * @throws StorageException if it cannot be made
   * @throws SQLException as the database says it, if it cannot be used
   */
  DataSource open() throws SQLException;

  /**
   * Opens the database as it is, to read it alone.
   *
   * @return empty if there is none, or reading would change files
   */
  Optional<DataSource> openToLook();

  /** Longest wait for one of a pool's connections. */
  Duration patience();

  /** Number of servers of the role that have the database open, as far as it tells. */
  int servers(Handle handle);

  /** Begins a transaction in which no other process or server of the role writes. */
  void lockForWriting(Handle handle);

  /**
   * Begins to listen for changes by others, on a connection of its own.
   *
   * @return empty if the database tells of none
   */
  Optional<Notifications> listen() throws SQLException;

  /**
   * Overwrites what was deleted, wherever the database still has it.
   *
   * @return false if another process reads what was there before
   */
  boolean eraseDeleted(Handle handle);

  /** Writes a table anew, for {@link #eraseDeleted} to follow; outside of a transaction. */
  void rewrite(Handle handle, String table);

  /**
   * Copies the database as it is into a new file; servers go on.
   *
   * @throws ConfigException in one line if that is not possible, or the file is there
   */
  void backup(Handle handle, Path target) throws ConfigException;

  /**
   * Recognises failures of disk or server, such as a full disk.
   *
   * @return the database's message in one line; empty: a defect of the statement or its caller
   */
  Optional<String> outage(SQLException failure);

  /** The database as the configuration names it, for messages. */
  String name();
}
