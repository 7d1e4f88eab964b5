package dev.rosa.as.state;

import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.PassedTime;
import dev.rosa.domainstate.Revoked;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's view of the revocations: newest ones, lifting, and removal of those that have
 * ended. Thread-safe.
 */
public final class RevocationList {
  private static final Logger LOG = LoggerFactory.getLogger(RevocationList.class);

  private static final long READ_TOGETHER = 10_000;

  private static final List<String> KINDS = List.of("session", "user", "code", "epochs", "router");

  private static final RowMapper<Listed> LISTED =
      (row, context) ->
          new Listed(
              row.getLong("serial"),
              row.getString("kind"),
              row.getString("name"),
              RevocationTable.REVOKED.map(row, context),
              row.getLong("made_at"));

  private static final RowMapper<Cause> CAUSE =
      (row, context) ->
          new Cause(
              RevocationTable.REVOKED.map(row, context).subject(), row.getObject("rule") != null);

  /**
   * What was revoked.
   *
   * @param withRule a session that was revoked with its rule
   */
  public record Cause(Revoked.Subject subject, boolean withRule) {}

  /**
   * A revocation as an operator sees it.
   *
   * @param madeAt Unix seconds
   */
  public record Listed(long serial, String kind, String name, Revoked revoked, long madeAt) {

    /** The session's number, or the name of the subject. */
    public String subject() {
      return revoked.subject() instanceof Revoked.Session session
          ? Long.toHexString(session.number())
          : name;
    }
  }

  private final Storage storage;
  private final AdministrationRecord acts;
  private final Duration skew;
  private final PassedTime passed;

  /**
   * The list in a storage.
   *
   * @param skew how far the clocks of servers are apart
   * @param passed the time by which a revocation that is deleted must have ended
   */
  public RevocationList(
      Storage storage, AdministrationRecord acts, Duration skew, PassedTime passed) {
    this.storage = storage;
    this.acts = acts;
    this.skew = skew;
    this.passed = passed;
  }

  /** The newest revocations that have not ended, at most so many, oldest first. */
  public List<Listed> newest(int most) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM (SELECT * FROM revocations WHERE ends_at = 0 OR ends_at >= :now"
                        + " ORDER BY serial DESC LIMIT :most) AS newest ORDER BY serial")
                .bind("now", acts.clock().instant().getEpochSecond())
                .bind("most", most)
                .map(LISTED)
                .list());
  }

  /** Tells what was revoked from one serial to another, which is left out. */
  public void between(long from, long to, Consumer<Cause> taker) {
    for (long first = from; first < to; first += READ_TOGETHER) {
      long end = Math.min(first + READ_TOGETHER, to);
      long begin = first;
      storage
          .withHandle(handle -> RevocationTable.between(handle, begin, end, CAUSE))
          .forEach(taker);
    }
  }

  /**
   * Takes a revocation back.
   *
   * @throws AdministrationException if there is none of that serial
   */
  public Listed lift(long serial) throws AdministrationException {
    return storage.inTransaction(handle -> lift(handle, serial));
  }

  private Listed lift(Handle handle, long serial) throws AdministrationException {
    Listed listed =
        handle
            .createQuery("SELECT * FROM revocations WHERE serial = :serial")
            .bind("serial", serial)
            .map(LISTED)
            .findOne()
            .orElseThrow(() -> new AdministrationException("there is no revocation " + serial));
    handle.execute("DELETE FROM revocations WHERE serial = ?", serial);
    RevocationTable.markChanged(handle, serial / RevocationTable.SEGMENT);
    acts.record(
        handle,
        "revocation lift",
        "serial %d: %s %s".formatted(serial, listed.kind(), listed.subject()),
        "");
    return listed;
  }

  /**
   * Deletes revocations that have ended by every server's clock, from segments of which they are
   * half or more: a segment that changes is sent to every router again. The time must have really
   * passed: a clock that is ahead for a while must take no revocation back.
   */
  public void deleteEnded() {
    Instant before = storage.withHandle(passed::now).minus(skew);
    List<Long> segments = storage.withHandle(handle -> halfEnded(handle, before));
    for (long segment : segments) {
      storage.useTransaction(handle -> deleteEnded(handle, segment, before));
    }
    if (!segments.isEmpty()) {
      LOG.info("deleted revocations that have ended from segments={}", segments.size());
    }
  }

  private static List<Long> halfEnded(Handle handle, Instant before) {
    return handle
        .createQuery(
            "SELECT e.segment FROM (SELECT serial / 1000 AS segment, COUNT(*) AS ended"
                + " FROM revocations WHERE ends_at > 0 AND ends_at < :before"
                + " GROUP BY serial / 1000) AS e WHERE 2 * e.ended >= (SELECT COUNT(*) FROM"
                + " revocations r WHERE r.serial >= 1000 * e.segment"
                + " AND r.serial < 1000 * (e.segment + 1))")
        .bind("before", before.getEpochSecond())
        .mapTo(Long.class)
        .list();
  }

  private static void deleteEnded(Handle handle, long segment, Instant before) {
    handle.execute(
        "DELETE FROM revocations WHERE serial >= ? AND serial < ?"
            + " AND ends_at > 0 AND ends_at < ?",
        segment * RevocationTable.SEGMENT,
        (segment + 1) * RevocationTable.SEGMENT,
        before.getEpochSecond());
    RevocationTable.markChanged(handle, segment);
  }

  /** Number of revocations of each kind. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    KINDS.forEach(kind -> counts.put(kind, 0L));
    storage
        .withHandle(
            handle ->
                handle
                    .createQuery("SELECT kind, COUNT(*) FROM revocations GROUP BY kind")
                    .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
                    .list())
        .forEach(kind -> counts.put(kind.getKey(), kind.getValue()));
    return counts;
  }
}
