package dev.rosa.as.records;

import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.RequestedJoin;
import dev.rosa.identity.SigningTime;
import dev.rosa.storage.Storage;
import java.util.concurrent.CompletionStage;
import org.jdbi.v3.core.Handle;

/**
 * Table of the last minutes' joins, the requests by which recipients got a session's key, by their
 * ids. A join is on disk, with its audit row, before its key is told. An older one is refused for
 * its time, so its id need not be kept. Thread-safe.
 */
public final class JoinLedger {
  private static final long KEPT_SECONDS = 2 * SigningTime.TOLERANCE.toSeconds();

  private final Storage storage;
  private final AuditLog audit;
  private final PassedTime passed;

  /**
   * On a storage.
   *
   * @param passed the time by which an id that is forgotten must be too old
   */
  public JoinLedger(Storage storage, AuditLog audit, PassedTime passed) {
    this.storage = storage;
    this.audit = audit;
    this.passed = passed;
  }

  /**
   * Records a join durably: one transaction for its id, audit row and clock floor.
   *
   * @return fails with {@link Refusal} if the id was used before, or the session was revoked
   */
  public CompletionStage<SessionLedger.Session> record(
      AuditLog.Received received, RequestedJoin join, SessionLedger.Session session) {
    return storage.inSharedTransaction(handle -> record(handle, received, join, session));
  }

  private SessionLedger.Session record(
      Handle handle, AuditLog.Received received, RequestedJoin join, SessionLedger.Session session)
      throws Refusal {
    takeId(handle, received, join);
    ClockFloor.requireInTime(handle, received.at());
    Standing.requireNotRevoked(handle, session.parameters(), received.at());
    Standing.requireNotBarred(handle, received.caller(), received.at());
    audit.granted(handle, received, session);
    ClockFloor.raise(handle, received.at());
    return session;
  }

  private void takeId(Handle handle, AuditLog.Received received, RequestedJoin join)
      throws Refusal {
    handle.execute(
        "DELETE FROM joins WHERE signed_at < ?",
        passed.now(handle).getEpochSecond() - KEPT_SECONDS);
    int taken =
        handle.execute(
            "INSERT INTO joins (caller, request_id, signed_at) VALUES (?, ?, ?)"
                + " ON CONFLICT (caller, request_id) DO NOTHING",
            received.caller().toString(),
            join.requestId().toByteArray(),
            join.signedAt().getEpochSecond());
    if (taken == 0) {
      throw SessionLedger.answeredBefore();
    }
  }
}
