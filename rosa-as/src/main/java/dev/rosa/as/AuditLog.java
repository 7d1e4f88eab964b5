package dev.rosa.as;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The record of decisions: who asked, the signed bytes as they came, what was answered [ROSA §4.1,
 * non-repudiation]; and of what operators changed by command in what the server holds to be true.
 * Append-only; each row is bounded. Thread-safe.
 */
final class AuditLog {
  static final int MAX_STATEMENT_BYTES = 8192;
  static final int MAX_SIGNATURE_BYTES = 256;
  static final int MAX_CERTIFICATE_BYTES = 8192;

  /** What was asked and by whom, as it came over the wire. */
  record Received(Instant at, String method, RosaId caller, SignedStatement signed) {}

  /** How it was answered; {@code session} is 0 where there is none. */
  record Decision(String outcome, String status, String reason, long session) {}

  /** A row. */
  record Row(long seq, String method, String caller, Decision decision, SignedStatement signed) {}

  /** A change that an operator made by command, from one value to another. */
  record Act(Instant at, String who, String act, String oldValue, String newValue) {}

  private final Jdbi jdbi;

  AuditLog(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Tells whether the parts are small enough to be kept. */
  static boolean fits(SignedStatement signed) {
    return signed.getStatement().size() <= MAX_STATEMENT_BYTES
        && signed.getSignature().size() <= MAX_SIGNATURE_BYTES
        && signed.getCertificate().size() <= MAX_CERTIFICATE_BYTES;
  }

  /** Records a yes in the transaction that makes it true; returns the row's number. */
  long granted(Handle handle, Received received, long session) {
    return append(handle, received, new Decision("granted", "OK", "", session));
  }

  /** Records a no. */
  void refused(Received received, Refusal refusal, long session) {
    Decision decision =
        new Decision("refused", refusal.code().name(), refusal.getMessage(), session);
    jdbi.useTransaction(handle -> append(handle, received, decision));
  }

  /** Records an act of administration in the transaction that carries it out. */
  void administered(Handle handle, Act act) {
    handle
        .createUpdate(
            "INSERT INTO administration (at_millis, who, act, old_value, new_value)"
                + " VALUES (:at, :who, :act, :old, :new)")
        .bind("at", act.at().toEpochMilli())
        .bind("who", act.who())
        .bind("act", act.act())
        .bind("old", act.oldValue())
        .bind("new", act.newValue())
        .execute();
  }

  /** The acts of administration, newest first. */
  List<Act> newestActs(int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM administration ORDER BY seq DESC LIMIT :limit")
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new Act(
                            Instant.ofEpochMilli(row.getLong("at_millis")),
                            row.getString("who"),
                            row.getString("act"),
                            row.getString("old_value"),
                            row.getString("new_value")))
                .list());
  }

  private static long append(Handle handle, Received received, Decision decision) {
    SignedStatement signed = received.signed();
    boolean keep = signed != null && fits(signed);
    return handle
        .createUpdate(
            "INSERT INTO audit (received_millis, method, caller, outcome, status, reason, session,"
                + " statement, signature, certificate) VALUES (:at, :method, :caller, :outcome,"
                + " :status, :reason, :session, :statement, :signature, :certificate)")
        .bind("at", received.at().toEpochMilli())
        .bind("method", received.method())
        .bind("caller", received.caller().toString())
        .bind("outcome", decision.outcome())
        .bind("status", decision.status())
        .bind("reason", decision.reason())
        .bind("session", decision.session() == 0 ? null : decision.session())
        .bind("statement", keep ? signed.getStatement().toByteArray() : null)
        .bind("signature", keep ? signed.getSignature().toByteArray() : null)
        .bind("certificate", keep ? signed.getCertificate().toByteArray() : null)
        .executeAndReturnGeneratedKeys("seq")
        .mapTo(Long.class)
        .one();
  }

  /** The newest rows, newest first. */
  List<Row> newest(int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM audit ORDER BY seq DESC LIMIT :limit")
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new Row(
                            row.getLong("seq"),
                            row.getString("method"),
                            row.getString("caller"),
                            new Decision(
                                row.getString("outcome"),
                                row.getString("status"),
                                row.getString("reason"),
                                row.getLong("session")),
                            signed(
                                row.getBytes("statement"),
                                row.getBytes("signature"),
                                row.getBytes("certificate"))))
                .list());
  }

  private static SignedStatement signed(byte[] statement, byte[] signature, byte[] certificate) {
    if (statement == null) {
      return null;
    }
    return SignedStatement.newBuilder()
        .setStatement(ByteString.copyFrom(statement))
        .setSignature(ByteString.copyFrom(signature))
        .setCertificate(ByteString.copyFrom(certificate))
        .build();
  }
}
