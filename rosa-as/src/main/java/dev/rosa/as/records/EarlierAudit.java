package dev.rosa.as.records;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.storage.Storage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migration of the audit record's older rows into the audit log, which is a Merkle tree. They are
 * moved into it in their order, in transactions of bounded size: a server that is stopped meanwhile
 * goes on at its next start. Their entries say that they are older than the log, which proves
 * nothing about the time before it.
 */
public final class EarlierAudit {
  private static final Logger LOG = LoggerFactory.getLogger(EarlierAudit.class);

  private static final int ROWS_TOGETHER = 256;
  private static final int ROWS_PER_LINE = 10_240;

  private final Storage storage;
  private final AuditLog audit;

  public EarlierAudit(Storage storage, AuditLog audit) {
    this.storage = storage;
    this.audit = audit;
  }

  /** Moves all rows that there are, and logs progress; does nothing if there are none. */
  public void move() {
    long moved = move(this::moveDecisions, 0);
    moved = move(this::moveActs, moved);
    if (moved > 0) {
      LOG.info("all rows of the audit record are in the audit log, moved={}", moved);
    }
  }

  /** Move of a bounded number of rows, in one transaction. */
  private interface Batch {
    int move(Handle handle);
  }

  private long move(Batch batch, long before) {
    long moved = before;
    int together;
    do {
      together = storage.inTransaction(batch::move);
      moved += together;
      if (together > 0 && moved % ROWS_PER_LINE == 0) {
        LOG.info("moving rows of the audit record into the audit log, moved={}", moved);
      }
    } while (together > 0);
    return moved;
  }

  /** A row, its number and its session. */
  private record Row(long seq, long session, AuditEntry.Builder entry) {}

  private int moveDecisions(Handle handle) {
    return append(handle, "audit", rows(handle, "audit", row -> decision(handle, row)));
  }

  private int moveActs(Handle handle) {
    return append(handle, "administration", rows(handle, "administration", EarlierAudit::act));
  }

  /** Reader of a row of one of the earlier tables. */
  private interface Reader {
    Row read(ResultSet row) throws SQLException;
  }

  private static List<Row> rows(Handle handle, String table, Reader reader) {
    return handle
        .createQuery("SELECT * FROM " + table + " ORDER BY seq LIMIT " + ROWS_TOGETHER)
        .map((row, context) -> reader.read(row))
        .list();
  }

  private int append(Handle handle, String table, List<Row> rows) {
    for (Row row : rows) {
      audit.tree().append(handle, row.entry().setBeforeLog(true), row.session());
    }
    if (!rows.isEmpty()) {
      handle.execute("DELETE FROM " + table + " WHERE seq <= ?", rows.get(rows.size() - 1).seq());
    }
    return rows.size();
  }

  private static Row act(ResultSet row) throws SQLException {
    AuditLog.Act act =
        new AuditLog.Act(
            Instant.ofEpochMilli(row.getLong("at_millis")),
            row.getString("who"),
            row.getString("act"),
            row.getString("old_value"),
            row.getString("new_value"));
    return new Row(row.getLong("seq"), 0, AuditEntries.act(act));
  }

  private static Row decision(Handle handle, ResultSet row) throws SQLException {
    AuditEntry.Builder entry = AuditEntry.newBuilder().setAtMillis(row.getLong("received_millis"));
    long session = row.getLong("session");
    entry
        .getDecisionBuilder()
        .setMethod(row.getString("method"))
        .setCaller(row.getString("caller"))
        .setGranted(row.getString("outcome").equals("granted"))
        .setStatus(row.getString("status"))
        .setReason(row.getString("reason"))
        .setSession(session);
    addStatement(entry, row);
    if (entry.getDecision().getGranted()) {
      SessionLedger.find(handle, session)
          .ifPresent(found -> entry.getDecisionBuilder().setAnswer(AuditEntries.answer(found)));
    }
    return new Row(row.getLong("seq"), session, entry);
  }

  private static void addStatement(AuditEntry.Builder entry, ResultSet row) throws SQLException {
    if (row.getBytes("statement") != null) {
      entry
          .getDecisionBuilder()
          .setSigned(
              SignedStatement.newBuilder()
                  .setStatement(ByteString.copyFrom(row.getBytes("statement")))
                  .setSignature(ByteString.copyFrom(row.getBytes("signature")))
                  .setCertificate(ByteString.copyFrom(row.getBytes("certificate"))));
    }
    byte[] digest = row.getBytes("unverified_digest");
    if (digest != null) {
      entry.getDecisionBuilder().setUnverifiedDigest(ByteString.copyFrom(digest));
    }
  }
}
