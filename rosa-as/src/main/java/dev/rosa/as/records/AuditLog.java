package dev.rosa.as.records;

import com.google.protobuf.ByteString;
import dev.rosa.as.policy.Refusal;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.Storage;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jdbi.v3.core.Handle;

/**
 * Record of decisions: the caller, the signed bytes as they came, and the answer [ROSA §4.1,
 * non-repudiation]. It also records an operator's changes by command. Bytes whose signature was not
 * verified are not kept, only their digest. Append-only; each row is bounded. Thread-safe.
 */
public final class AuditLog {
  /**
   * A request as it came over the wire.
   *
   * @param caller identity that the connection has proven
   * @param signed null with a join
   * @param verified {@code signed} is the caller's, by its signature
   */
  public record Received(
      Instant at, String method, RosaId caller, SignedStatement signed, boolean verified) {

    public static Received unverified(
        Instant at, String method, RosaId caller, SignedStatement signed) {
      return new Received(at, method, caller, signed, false);
    }

    public static Received join(Instant at, RosaId caller) {
      return new Received(at, "join", caller, null, false);
    }

    /** The same after its signature has been verified. */
    public Received asVerified() {
      return new Received(at, method, caller, signed, true);
    }

    private byte[] kept(ByteString part) {
      return verified ? part.toByteArray() : null;
    }

    private byte[] digest() {
      return signed == null || verified ? null : sha256(signed.getStatement());
    }
  }

  /** The answer; {@code session} is 0 where there is none. */
  public record Decision(String outcome, String status, String reason, long session) {}

  /** A change that an operator made by command, from one value to another. */
  public record Act(Instant at, String who, String act, String oldValue, String newValue) {}

  private final Storage storage;

  public AuditLog(Storage storage) {
    this.storage = storage;
  }

  /** Records a yes in the transaction that makes it true; returns the row's number. */
  public long granted(Handle handle, Received received, long session) {
    return append(handle, received, new Decision("granted", "OK", "", session));
  }

  /** Records a no; ends when it is durable. */
  CompletionStage<Void> refused(Received received, Refusal refusal, long session) {
    Decision decision =
        new Decision("refused", refusal.code().name(), refusal.getMessage(), session);
    return storage
        .inSharedTransaction(handle -> append(handle, received, decision))
        .thenApply(row -> null);
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

  private static long append(Handle handle, Received received, Decision decision) {
    SignedStatement signed =
        received.signed() == null ? SignedStatement.getDefaultInstance() : received.signed();
    return handle
        .createUpdate(
            "INSERT INTO audit (received_millis, method, caller, outcome, status, reason, session,"
                + " statement, signature, certificate, unverified_digest) VALUES (:at, :method,"
                + " :caller, :outcome, :status, :reason, :session, :statement, :signature,"
                + " :certificate, :digest)")
        .bind("at", received.at().toEpochMilli())
        .bind("method", received.method())
        .bind("caller", received.caller().toString())
        .bind("outcome", decision.outcome())
        .bind("status", decision.status())
        .bind("reason", decision.reason())
        .bind("session", decision.session() == 0 ? null : decision.session())
        .bind("statement", received.kept(signed.getStatement()))
        .bind("signature", received.kept(signed.getSignature()))
        .bind("certificate", received.kept(signed.getCertificate()))
        .bind("digest", received.digest())
        .executeAndReturnGeneratedKeys("seq")
        .mapTo(Long.class)
        .one();
  }

  private static byte[] sha256(ByteString bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
