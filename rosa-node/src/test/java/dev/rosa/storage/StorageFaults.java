package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import javax.sql.DataSource;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Faults of a database that a test asks for: between a storage and its real database they let a
 * step fail. Steps are statements, savepoints and commits of all connections, counted from one on.
 * Thread-safe.
 */
public final class StorageFaults {

  /** Ways in which a step fails. */
  public enum Kind {
    /** The step is not done, as on a full disk. */
    REFUSED,
    /** The same; SQLite has undone the transaction, PostgreSQL has found a deadlock. */
    UNDONE,
    /** The step is not done, and the connection is lost. */
    LOST,
    /** The step is done, and the connection is lost before its answer comes. */
    UNANSWERED
  }

  private static final String SENTENCE = "a fault of the test";
  private static final String RAISE =
      "DO $$ BEGIN RAISE EXCEPTION '%s' USING ERRCODE = '%s'; END $$";
  private static final Set<String> OF_CONNECTION =
      Set.of("commit", "setSavepoint", "releaseSavepoint");

  /** In place of a step's number: every commit. */
  private static final int COMMITS = -1;

  private int step;
  private int failingStep;
  private boolean lasting;
  private Kind kind = Kind.REFUSED;
  private int failures;

  /** Opens a storage whose steps these faults may fail. */
  public Storage open(StorageLocation location, Tables tables) throws ConfigException {
    return Storage.open(location, tables, this::wrapped);
  }

  private DataSource wrapped(DataSource source) {
    return proxy(
        DataSource.class,
        (self, method, arguments) -> {
          Object result = invoke(source, method, arguments);
          return result instanceof Connection connection ? wrapped(connection) : result;
        });
  }

  private Connection wrapped(Connection connection) {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (OF_CONNECTION.contains(method.getName())) {
            return taken(connection, connection, method, arguments);
          }
          Object result = invoke(connection, method, arguments);
          if (result instanceof PreparedStatement statement) {
            return wrapped(connection, PreparedStatement.class, statement);
          }
          return result instanceof Statement statement
              ? wrapped(connection, Statement.class, statement)
              : result;
        });
  }

  private <S extends Statement> S wrapped(Connection connection, Class<S> type, S statement) {
    return proxy(
        type,
        (self, method, arguments) ->
            method.getName().startsWith("execute")
                ? taken(connection, statement, method, arguments)
                : invoke(statement, method, arguments));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object taken(Connection connection, Object target, Method method, Object[] arguments)
      throws Throwable {
    if (!failsNow(method.getName())) {
      return invoke(target, method, arguments);
    }
    if (kind == Kind.UNANSWERED) {
      Object unused = invoke(target, method, arguments);
    }
    throw failure(connection);
  }

  private synchronized boolean failsNow(String method) {
    step++;
    boolean fails =
        failingStep == COMMITS
            ? method.equals("commit")
            : step == failingStep || (lasting && failingStep > 0 && step > failingStep);
    failures += fails ? 1 : 0;
    return fails;
  }

  private SQLException failure(Connection connection) throws SQLException {
    return connection instanceof SQLiteConnection ? ofSqlite(connection) : ofPostgres(connection);
  }

  private SQLException ofSqlite(Connection connection) throws SQLException {
    if (kind == Kind.UNDONE && !connection.getAutoCommit()) {
      run(connection, "ROLLBACK");
    }
    boolean full = kind == Kind.REFUSED || kind == Kind.UNDONE;
    return full
        ? new SQLiteException("[SQLITE_FULL] " + SENTENCE, SQLiteErrorCode.SQLITE_FULL)
        : new SQLiteException("[SQLITE_IOERR] " + SENTENCE, SQLiteErrorCode.SQLITE_IOERR);
  }

  /** Errors of the server itself, so that its transaction is in the state that they leave. */
  private SQLException ofPostgres(Connection connection) throws SQLException {
    if (kind == Kind.LOST || kind == Kind.UNANSWERED) {
      connection.abort(Runnable::run);
      return new SQLException(SENTENCE, "08006");
    }
    String state = kind == Kind.REFUSED ? "53100" : "40P01";
    try {
      run(connection, RAISE.formatted(SENTENCE, state));
    } catch (SQLException e) {
      return e;
    }
    throw new IllegalStateException("the server raised nothing");
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean unused = statement.execute(sql);
    }
  }

  /**
   * Lets a step fail.
   *
   * @param number of the step from now on, 1 is the next one
   * @param lasting all later ones fail as well
   */
  public synchronized void failAt(int number, Kind kind, boolean lasting) {
    this.kind = kind;
    this.lasting = lasting;
    step = 0;
    failingStep = number;
    failures = 0;
  }

  /** Lets commits fail. */
  public synchronized void failCommits(Kind kind) {
    failAt(COMMITS, kind, true);
  }

  /** Ends the fault; returns true if a step has failed. */
  public synchronized boolean heal() {
    failingStep = 0;
    return failures > 0;
  }

  /** Steps that have failed by this fault. */
  public synchronized int failures() {
    return failures;
  }
}
