package dev.rosa.as.state;

import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import org.jdbi.v3.core.Handle;

/** Queries for the last end (SET) of the sessions of a user, code or epoch that is revoked. */
final class RevokedEnds {

  private RevokedEnds() {}

  static long ofUser(Handle handle, RosaId user) {
    return handle
        .createQuery("SELECT COALESCE(MAX(set_), 0) FROM sessions WHERE caller = :caller")
        .bind("caller", user.toString())
        .mapTo(Long.class)
        .one();
  }

  static long ofCode(Handle handle, CodeDigest code) {
    return handle
        .createQuery("SELECT COALESCE(MAX(set_), 0) FROM sessions WHERE code_digest = :digest")
        .bind("digest", code.toBytes())
        .mapTo(Long.class)
        .one();
  }

  static long ofEpochs(Handle handle, Epoch last) {
    return handle
        .createQuery(
            "SELECT COALESCE(MAX(set_), 0) FROM sessions"
                + " WHERE code_digest = :digest AND epoch <= :last")
        .bind("digest", last.code().toBytes())
        .bind("last", Integer.toUnsignedLong(last.number()))
        .mapTo(Long.class)
        .one();
  }
}
