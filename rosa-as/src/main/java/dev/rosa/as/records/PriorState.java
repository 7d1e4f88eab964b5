package dev.rosa.as.records;

import com.google.protobuf.ByteString;
import dev.rosa.as.policy.Refusal;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.Storage;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * State of the storage by which a request is decided, read in one query after the request came.
 *
 * @param isUsed the caller has used the request id before
 * @param clockFloor the latest time at which a session was issued
 * @param policyVersion version of the users, codes and rules
 */
public record PriorState(boolean isUsed, Instant clockFloor, long policyVersion) {

  private static final String SELECT =
      "SELECT EXISTS (SELECT 1 FROM sessions WHERE caller = :caller AND request_id = :id) AS used,"
          + " unix_seconds, version FROM clock_floor, policy_version";

  /** Reads it for a request. */
  public static PriorState read(Storage storage, RosaId caller, ByteString requestId) {
    return storage.withHandle(handle -> read(handle, caller, requestId));
  }

  /** The same in the transaction that records a session. */
  static PriorState read(Handle handle, RosaId caller, ByteString requestId) {
    return handle
        .createQuery(SELECT)
        .bind("caller", caller.toString())
        .bind("id", requestId.toByteArray())
        .map(
            (row, context) ->
                new PriorState(
                    row.getBoolean("used"),
                    Instant.ofEpochSecond(row.getLong("unix_seconds")),
                    row.getLong("version")))
        .one();
  }

  /** Refuses a request id that this user has used before. */
  public void requireUnused() throws Refusal {
    if (isUsed) {
      throw SessionLedger.answeredBefore();
    }
  }
}
