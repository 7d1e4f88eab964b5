package dev.rosa.codeserver;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.KeptPublication;
import dev.rosa.control.v1.SignedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Query for the statements that publishers signed, in the order in which they were taken, earlier
 * and withdrawn ones included. Stateless.
 */
final class KeptStatements {

  private static final String AFTER =
      "SELECT statement, published_version FROM publication WHERE published_version > :after"
          + " UNION ALL SELECT statement, published_version FROM earlier_publication"
          + " WHERE published_version > :after ORDER BY published_version LIMIT :most";

  private KeptStatements() {}

  /**
   * A page of them.
   *
   * @param after the version of the last one that is known; 0: none is
   */
  static List<KeptPublication> after(Handle handle, long after, int most) {
    return handle
        .createQuery(AFTER)
        .bind("after", after)
        .bind("most", most)
        .map((row, context) -> kept(row))
        .list();
  }

  /** A damaged statement holds up none behind it: what is left of it is no signed statement. */
  private static KeptPublication kept(ResultSet row) throws SQLException {
    KeptPublication.Builder kept =
        KeptPublication.newBuilder().setVersion(row.getLong("published_version"));
    try {
      return kept.setSigned(SignedStatement.parseFrom(row.getBytes("statement"))).build();
    } catch (InvalidProtocolBufferException e) {
      return kept.build();
    }
  }
}
