package dev.rosa.as;

import com.google.protobuf.ByteString;
import dev.rosa.as.records.AuditLog;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.storage.Storage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/** Reader of the audit record, newest rows first, as an operator reads it from the database. */
public record AuditReader(Storage storage) {

  /** A row; the statement or its digest, in hex, is null. */
  public record Row(
      String method,
      String caller,
      AuditLog.Decision decision,
      SignedStatement signed,
      String unverifiedDigest) {}

  public List<Row> newest(int limit) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM audit ORDER BY seq DESC LIMIT :limit")
                .bind("limit", limit)
                .map((row, context) -> row(row))
                .list());
  }

  public List<AuditLog.Act> newestActs(int limit) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM administration ORDER BY seq DESC LIMIT :limit")
                .bind("limit", limit)
                .map((row, context) -> act(row))
                .list());
  }

  private static Row row(ResultSet row) throws SQLException {
    byte[] digest = row.getBytes("unverified_digest");
    return new Row(
        row.getString("method"),
        row.getString("caller"),
        new AuditLog.Decision(
            row.getString("outcome"),
            row.getString("status"),
            row.getString("reason"),
            row.getLong("session")),
        signed(row),
        digest == null ? null : HexFormat.of().formatHex(digest));
  }

  private static SignedStatement signed(ResultSet row) throws SQLException {
    if (row.getBytes("statement") == null) {
      return null;
    }
    return SignedStatement.newBuilder()
        .setStatement(ByteString.copyFrom(row.getBytes("statement")))
        .setSignature(ByteString.copyFrom(row.getBytes("signature")))
        .setCertificate(ByteString.copyFrom(row.getBytes("certificate")))
        .build();
  }

  private static AuditLog.Act act(ResultSet row) throws SQLException {
    return new AuditLog.Act(
        Instant.ofEpochMilli(row.getLong("at_millis")),
        row.getString("who"),
        row.getString("act"),
        row.getString("old_value"),
        row.getString("new_value"));
  }
}
