package dev.rosa.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Prepared statements of one handle, by their SQL. A transaction that many callers share runs the
 * same few statements for each of them, and prepares each once. Owned by the handle's thread.
 */
final class ReusedStatements extends DefaultStatementBuilder {

  /** The statements of a request are about ten. */
  private static final int MOST_KEPT = 64;

  /** Those that are not in use now. */
  private final Map<String, PreparedStatement> kept = new HashMap<>();

  /** Those in use that were prepared without options, which the SQL does not tell. */
  private final Set<Statement> plain = Collections.newSetFromMap(new IdentityHashMap<>());

  @Override
  public PreparedStatement create(Connection connection, String sql, StatementContext context)
      throws SQLException {
    if (context.isReturningGeneratedKeys() || context.isConcurrentUpdatable()) {
      return super.create(connection, sql, context);
    }
    PreparedStatement known = kept.remove(sql);
    PreparedStatement statement = known == null ? super.create(connection, sql, context) : known;
    plain.add(statement);
    return statement;
  }

  @Override
  public void close(Connection connection, String sql, Statement statement) throws SQLException {
    boolean keeps = plain.remove(statement) && kept.size() < MOST_KEPT && !statement.isClosed();
    PreparedStatement other = null;
    if (keeps) {
      PreparedStatement reusable = (PreparedStatement) statement;
      // Bound values may be secrets.
      reusable.clearParameters();
      other = kept.put(sql, reusable);
    }
    super.close(connection, sql, keeps ? other : statement);
  }

  /** The pool closes what a connection has open when the handle gives it back. */
  @Override
  public void close(Connection connection) {
    kept.clear();
  }
}
