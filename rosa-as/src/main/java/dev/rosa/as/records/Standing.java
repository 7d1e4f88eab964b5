package dev.rosa.as.records;

import dev.rosa.as.policy.Refusal;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.SessionParameters;
import io.grpc.Status;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * Check, in the transaction of a grant, that the decision's basis still holds. The rules are the
 * same, the epoch of the secret is in use, and nothing of it was revoked.
 *
 * @param policyVersion present version of the users, codes and rules
 * @param isActive sessions are issued under the epoch
 * @param revokedUntil end of the revocation of the user or code, Unix seconds; 0: there is none
 */
public record Standing(long policyVersion, boolean isActive, long revokedUntil) {

  private static final String SELECT =
      "SELECT version, EXISTS (SELECT 1 FROM code_secrets WHERE code_digest = :digest"
          + " AND epoch = :epoch AND state = 'active') AS active,"
          + " (SELECT MAX(ends_at) FROM revocations WHERE subject IN (:u, :digest)"
          + " AND kind IN ('user', 'code') AND ends_at >= :now) AS revoked_until"
          + " FROM policy_version";

  private static final String IS_REVOKED =
      "SELECT EXISTS (SELECT 1 FROM revocations WHERE session = :session) OR EXISTS (SELECT 1 FROM"
          + " revocations WHERE subject IN (:u, :digest) AND (up_to IS NULL OR up_to >= :epoch)"
          + " AND ends_at >= :now)";

  /**
   * Refuses a session whose decision does not hold any more.
   *
   * @param decidedBy version of the users, codes and rules that it was decided by
   */
  static void require(Handle handle, SessionParameters session, long decidedBy, Instant now)
      throws Refusal {
    Standing standing = read(handle, session, now);
    if (standing.policyVersion() != decidedBy) {
      throw again("the rules have changed meanwhile; try again");
    }
    if (standing.revokedUntil() > 0) {
      throw Refusal.denied(
          "the sessions of this user or code were revoked, new ones are given after "
              + Instant.ofEpochSecond(standing.revokedUntil()));
    }
    if (!standing.isActive()) {
      throw again("the code's secret was replaced meanwhile; try again");
    }
  }

  private static Refusal again(String sentence) {
    return new Refusal(Status.Code.UNAVAILABLE, sentence);
  }

  private static Standing read(Handle handle, SessionParameters session, Instant now) {
    return handle
        .createQuery(SELECT)
        .bind("digest", session.code().toBytes())
        .bind("epoch", Integer.toUnsignedLong(session.epoch()))
        .bind("u", session.user().toBytes())
        .bind("now", now.getEpochSecond())
        .map(
            (row, context) ->
                new Standing(
                    row.getLong("version"), row.getBoolean("active"), row.getLong("revoked_until")))
        .one();
  }

  private static final String IS_BARRED =
      "SELECT EXISTS (SELECT 1 FROM users WHERE name = :name AND (active = 0 OR u IN"
          + " (SELECT subject FROM revocations WHERE kind = 'user' AND ends_at >= :now)))";

  /** Refuses the key of a session to a recipient that was a user and was removed or revoked. */
  static void requireNotBarred(Handle handle, RosaId recipient, Instant now) throws Refusal {
    boolean barred =
        handle
            .createQuery(IS_BARRED)
            .bind("name", recipient.name())
            .bind("now", now.getEpochSecond())
            .map((row, context) -> row.getBoolean(1))
            .one();
    if (barred) {
      throw Refusal.denied("the user " + recipient.name() + " was removed or revoked");
    }
  }

  /** Refuses the key of a session that was revoked, by itself or with its user, code or epoch. */
  static void requireNotRevoked(Handle handle, SessionParameters session, Instant now)
      throws Refusal {
    boolean revoked =
        handle
            .createQuery(IS_REVOKED)
            .bind("session", session.session())
            .bind("u", session.user().toBytes())
            .bind("digest", session.code().toBytes())
            .bind("epoch", Integer.toUnsignedLong(session.epoch()))
            .bind("now", now.getEpochSecond())
            .map((row, context) -> row.getBoolean(1))
            .one();
    if (revoked) {
      throw Refusal.denied("session " + Long.toHexString(session.session()) + " was revoked");
    }
  }
}
