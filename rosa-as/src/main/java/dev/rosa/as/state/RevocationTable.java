package dev.rosa.as.state;

import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Database table of revocations, each with a serial number that is given once; every 1,000 serials
 * are a segment. Every change leaves its segments without a name.
 */
final class RevocationTable {

  /** Serials of a segment. */
  static final long SEGMENT = RevocationSegments.MOST_REVOCATIONS;

  private static final long MOST_SECONDS = 0xFFFF_FFFFL;

  /**
   * A revocation as it is stored.
   *
   * @param name of the user or code; a router's identity; empty for a session
   * @param rule with which a session was revoked
   */
  record Entry(Revoked revoked, String name, Optional<Long> rule) {
    Entry(Revoked revoked, String name) {
      this(revoked, name, Optional.empty());
    }
  }

  static final RowMapper<Revoked> REVOKED =
      (row, context) -> new Revoked(subject(row), row.getLong("ends_at"));

  private RevocationTable() {}

  /** Unix seconds at which a revocation ends; a time that has no 32 bits is the last one. */
  static long end(long seconds) {
    return Math.min(seconds, MOST_SECONDS);
  }

  /** Adds revocations, at most so many as a segment has, and returns the first one's serial. */
  static long insert(Handle handle, List<Entry> entries, Instant now) {
    long first = reserve(handle, entries.size());
    PreparedBatch batch =
        handle.prepareBatch(
            "INSERT INTO revocations (serial, kind, session, subject, up_to, name, rule, ends_at,"
                + " made_at) VALUES (:serial, :kind, :session, :subject, :upTo, :name, :rule, :end,"
                + " :at)");
    for (int i = 0; i < entries.size(); i++) {
      Revoked revoked = entries.get(i).revoked();
      bind(batch, revoked.subject())
          .bind("serial", first + i)
          .bind("name", entries.get(i).name())
          .bind("rule", entries.get(i).rule().orElse(null))
          .bind("end", revoked.until())
          .bind("at", now.getEpochSecond())
          .add();
    }
    int[] unused = batch.execute();
    long last = first + entries.size() - 1;
    for (long segment = first / SEGMENT; segment <= last / SEGMENT; segment++) {
      markChanged(handle, segment);
    }
    return first;
  }

  private static long reserve(Handle handle, int count) {
    long first = handle.createQuery("SELECT next_serial FROM domain_state").mapTo(Long.class).one();
    handle.execute("UPDATE domain_state SET next_serial = next_serial + ?", count);
    return first;
  }

  private static PreparedBatch bind(PreparedBatch batch, Revoked.Subject subject) {
    if (subject instanceof Revoked.Session session) {
      return bind(batch, "session", session.number(), null, null);
    } else if (subject instanceof Revoked.User user) {
      return bind(batch, "user", null, user.user().toBytes(), null);
    } else if (subject instanceof Revoked.Code code) {
      return bind(batch, "code", null, code.code().toBytes(), null);
    } else if (subject instanceof Revoked.Epochs epochs) {
      long upTo = Integer.toUnsignedLong(epochs.upTo());
      return bind(batch, "epochs", null, epochs.code().toBytes(), upTo);
    }
    return bind(batch, "router", null, null, null);
  }

  private static PreparedBatch bind(
      PreparedBatch batch, String kind, Long session, byte[] subject, Long upTo) {
    return batch
        .bind("kind", kind)
        .bind("session", session)
        .bind("subject", subject)
        .bind("upTo", upTo);
  }

  /** Notes that the segment's bytes have another name now. */
  static void markChanged(Handle handle, long segment) {
    handle.execute(
        "INSERT INTO revocation_segments (segment, name) VALUES (?, NULL)"
            + " ON CONFLICT (segment) DO UPDATE SET name = NULL",
        segment);
  }

  /** The revocations of a segment by serial. */
  static List<Revoked> ofSegment(Handle handle, long segment) {
    return between(handle, segment * SEGMENT, (segment + 1) * SEGMENT, REVOKED);
  }

  /** The revocations from one serial to another, which is left out, by serial. */
  static <T> List<T> between(Handle handle, long first, long end, RowMapper<T> mapper) {
    return handle
        .createQuery(
            "SELECT * FROM revocations WHERE serial >= :first AND serial < :end ORDER BY serial")
        .bind("first", first)
        .bind("end", end)
        .map(mapper)
        .list();
  }

  private static Revoked.Subject subject(ResultSet row) throws SQLException {
    String kind = row.getString("kind");
    return switch (kind) {
      case "session" -> new Revoked.Session(row.getLong("session"));
      case "user" -> new Revoked.User(UserId.of(row.getBytes("subject")));
      case "code" -> new Revoked.Code(CodeDigest.of(row.getBytes("subject")));
      case "epochs" ->
          new Revoked.Epochs(CodeDigest.of(row.getBytes("subject")), (int) row.getLong("up_to"));
      case "router" -> new Revoked.Router(RosaId.parse(row.getString("name")));
      default -> throw new SQLException("a revocation is of the kind " + kind);
    };
  }
}
