package dev.rosa.as.records;

import com.google.protobuf.ByteString;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.as.audit.LogKey;
import dev.rosa.as.policy.Refusal;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.KeyColumn;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jdbi.v3.core.Handle;

/**
 * The domain's audit log: each decision on a request, with the caller, the signed bytes and the
 * answer without its keys [ROSA §4.1, non-repudiation]. It also records an operator's changes by
 * command, publications and enrolments. Bytes whose signature was not verified are not kept, only
 * their digest. Each row is a leaf of a Merkle tree, bounded, and durable with what it records.
 * Thread-safe.
 */
public final class AuditLog {
  /**
   * A request as it came over the wire.
   *
   * @param caller identity that the connection has proven
   * @param verified {@code signed} is the caller's, by its signature
   */
  public record Received(
      Instant at, String method, RosaId caller, SignedStatement signed, boolean verified) {

    public static Received unverified(
        Instant at, String method, RosaId caller, SignedStatement signed) {
      return new Received(at, method, caller, signed, false);
    }

    /** The same after its signature has been verified. */
    public Received asVerified() {
      return new Received(at, method, caller, signed, true);
    }
  }

  /** The answer; {@code session} is 0 where there is none. */
  public record Decision(String outcome, String status, String reason, long session) {}

  /** A change that an operator made by command, from one value to another. */
  public record Act(Instant at, String who, String act, String oldValue, String newValue) {}

  /** Place of the log's private key in the tables. */
  public static final KeyColumn SIGNING_KEY = LogKey.COLUMN;

  private final Storage storage;
  private final AuditTree tree;

  public AuditLog(Storage storage) {
    this.storage = storage;
    this.tree = new AuditTree(storage);
  }

  /** The log as it was written. */
  public AuditTree tree() {
    return tree;
  }

  /** Records a yes, with what is answered, in the transaction that makes it true. */
  public void granted(Handle handle, Received received, SessionLedger.Session answer) {
    tree.append(handle, AuditEntries.granted(received, answer), answer.parameters().session());
  }

  /** Records a signed act of administration with its answer, in the act's transaction. */
  void carriedOut(Handle handle, Received received, List<String> done) {
    tree.append(handle, AuditEntries.carriedOut(received, done), 0);
  }

  /** Records a no; ends when it is durable. */
  CompletionStage<Void> refused(Received received, Refusal refusal, long session) {
    Decision decision =
        new Decision("refused", refusal.code().name(), refusal.getMessage(), session);
    return storage.inSharedTransaction(
        handle -> {
          tree.append(handle, AuditEntries.refused(received, decision), session);
          return null;
        });
  }

  /** Records a publisher's statement, which the caller has checked. */
  void published(Handle handle, SignedStatement signed, String codeServer, Instant at) {
    tree.append(handle, AuditEntries.publication(signed, codeServer, at), 0);
  }

  /** Records a certificate of the domain's authority, which the caller has checked. */
  void enrolled(Handle handle, byte[] certificate, String operator, Instant at) {
    tree.append(handle, AuditEntries.enrolment(ByteString.copyFrom(certificate), operator, at), 0);
  }

  /** Records an act of administration in the transaction that carries it out. */
  void administered(Handle handle, Act act) {
    tree.append(handle, AuditEntries.act(act), 0);
  }
}
