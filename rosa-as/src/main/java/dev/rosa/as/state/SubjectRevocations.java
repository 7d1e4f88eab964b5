package dev.rosa.as.state;

import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Origin;
import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.UserRegistry;
import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.RosaId;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

  public SubjectRevocations(
      Storage storage,
      UserRegistry users,
      CodeRegistry codes,
      AdministrationRecord acts,
      DomainPolicy policy) {
    this.storage = storage;
    this.users = users;
    this.codes = codes;
    this.acts = acts;
    this.policy = policy;
  }

  /**
   * Revokes a user.
   *
   * @param user as in the user's certificate
   */
  public Done revokeUser(RosaId user) throws AdministrationException {
    Duration least = least();
    return storage.inTransaction(
        handle -> {
          UserRegistry.User found =
              users.findAny(handle, user.name()).orElseThrow(() -> unknown("user", user.name()));
          users.deactivate(handle, user.name());
          long until = end(least, RevokedEnds.ofUser(handle, user));
          Revoked revoked = new Revoked(new Revoked.User(found.id()), until);
          return done(handle, revoked, user.name(), found.origin());
        });
  }

  /** Revokes a code under every name that it has. */
  public Done revokeCode(String name) throws AdministrationException {
    Duration least = least();
    return storage.inTransaction(
        handle -> {
          CodeRegistry.Code found =
              codes.findAny(handle, name).orElseThrow(() -> unknown("code", name));
          codes.deactivate(handle, found.digest());
          long until = end(least, RevokedEnds.ofCode(handle, found.digest()));
          Revoked revoked = new Revoked(new Revoked.Code(found.digest()), until);
          return done(handle, revoked, name, found.origin());
        });
  }

  private static AdministrationException unknown(String kind, String name) {
    return new AdministrationException(kind + " '" + name + "' is not known");
  }

  /** Sessions that were opened after the backup of a restored storage are not known. */
  private Duration least() {
    return storage.restoredAt().isPresent() ? policy.longestFromRequest() : policy.skew();
  }

  private long end(Duration least, long lastSet) {
    long last = lastSet + policy.longestAfterSet().toSeconds();
    long soonest = acts.clock().instant().plus(least).getEpochSecond();
    return RevocationTable.end(Math.max(last, soonest));
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
