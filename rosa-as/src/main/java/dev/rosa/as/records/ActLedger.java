package dev.rosa.as.records;

import com.google.protobuf.ByteString;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.as.policy.Refusal;
import io.grpc.Status;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Table of the signed acts of administration that were carried out, by their ids. An id counts once
 * in the domain. Stateless.
 */
public record ActLedger(AuditLog audit) {

  /**
   * Refuses an id that was used before.
   *
   * @throws Refusal naming the row with the act
   */
  public static void requireNew(Handle handle, AuditLog.Received received, ByteString requestId)
      throws Refusal {
    Optional<Long> leaf =
        handle
            .createQuery(
                "SELECT leaf FROM administration_acts"
                    + " WHERE caller = :caller AND request_id = :id")
            .bind("caller", received.caller().toString())
            .bind("id", requestId.toByteArray())
            .mapTo(Long.class)
            .findOne();
    if (leaf.isPresent()) {
      throw new Refusal(
          Status.Code.ALREADY_EXISTS,
          "this act was carried out before: row %d of the audit log".formatted(leaf.get()));
    }
  }

  /** Takes the id, and records act and answer, in the transaction that carries it out. */
  public void record(
      Handle handle, AuditLog.Received received, ByteString requestId, List<String> done) {
    handle.execute(
        "INSERT INTO administration_acts (caller, request_id, leaf) VALUES (?, ?, ?)",
        received.caller().toString(),
        requestId.toByteArray(),
        AuditTree.sizeOf(handle));
    audit.carriedOut(handle, received, done);
  }
}
