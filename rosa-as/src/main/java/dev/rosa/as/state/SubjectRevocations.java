package dev.rosa.as.state;

import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Origin;
import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.LostSessions;
import dev.rosa.as.records.UserRegistry;
import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.RosaId;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;

/**
 * Revocation of users and codes with all of their sessions. The user or code is removed, and comes
 * into force again for new sessions when the last old one would have ended. Thread-safe.
 */
public final class SubjectRevocations {

  /**
   * Result of an act.
   *
   * @param until end of the last session that it ends, with the largest skew of a router
   * @param isDeclared the configuration declares it: the next start makes it known again
   */
  public record Done(long serial, Instant until, boolean isDeclared) {}

  private final Storage storage;
  private final UserRegistry users;
  private final CodeRegistry codes;
  private final AdministrationRecord acts;
  private final DomainPolicy policy;
  private final LostSessions lost;

  public SubjectRevocations(
      Storage storage,
      UserRegistry users,
      CodeRegistry codes,
      AdministrationRecord acts,
      DomainPolicy policy,
      LostSessions lost) {
    this.storage = storage;
    this.users = users;
    this.codes = codes;
    this.acts = acts;
    this.policy = policy;
    this.lost = lost;
  }

  /**
   * Revokes a user.
   *
   * @param user as in the user's certificate
   */
  public Done revokeUser(RosaId user) throws AdministrationException {
    return storage.inTransaction(
        handle -> {
          UserRegistry.User found =
              users.findAny(handle, user.name()).orElseThrow(() -> unknown("user", user.name()));
          users.deactivate(handle, user.name());
          long until = end(handle, RevokedEnds.ofUser(handle, user));
          Revoked revoked = new Revoked(new Revoked.User(found.id()), until);
          return done(handle, revoked, user.name(), found.origin());
        });
  }

  /** Revokes a code under every name that it has. */
  public Done revokeCode(String name) throws AdministrationException {
    return storage.inTransaction(
        handle -> {
          CodeRegistry.Code found =
              codes.findAny(handle, name).orElseThrow(() -> unknown("code", name));
          codes.deactivate(handle, found.digest());
          long until = end(handle, RevokedEnds.ofCode(handle, found.digest()));
          Revoked revoked = new Revoked(new Revoked.Code(found.digest()), until);
          return done(handle, revoked, name, found.origin());
        });
  }

  private static AdministrationException unknown(String kind, String name) {
    return new AdministrationException(kind + " '" + name + "' is not known");
  }

  private long end(Handle handle, long lastSet) {
    long known = lastSet + policy.longestAfterSet().toSeconds();
    long soonest = acts.clock().instant().plus(policy.skew()).getEpochSecond();
    return RevocationTable.end(
        LongStream.of(known, soonest, lost.lastEnd(handle)).max().orElseThrow());
  }

  private Done done(Handle handle, Revoked revoked, String name, Origin origin) {
    Instant now = acts.clock().instant();
    long serial =
        RevocationTable.insert(handle, List.of(new RevocationTable.Entry(revoked, name)), now);
    Instant until = Instant.ofEpochSecond(revoked.until());
    String kind = revoked.subject() instanceof Revoked.User ? "user" : "code";
    acts.record(
        handle, "revoke " + kind, "", "serial %d: %s until %s".formatted(serial, name, until));
    return new Done(serial, until, origin == Origin.CONFIG);
  }
}
