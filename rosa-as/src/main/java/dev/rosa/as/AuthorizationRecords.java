package dev.rosa.as;

import dev.rosa.config.HostPort;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** What the Authorization Server remembers, all of it in one {@link Storage}. */
record AuthorizationRecords(
    UserRegistry users,
    CodeRegistry codes,
    RuleBook rules,
    CodeSecrets secrets,
    AuditLog audit,
    SessionLedger sessions,
    ClockFloor clockFloor) {

  static AuthorizationRecords on(
      Jdbi jdbi, SecureRandom random, InstantSource clock, List<HostPort> servers, Duration skew) {
    AuditLog audit = new AuditLog(jdbi);
    return new AuthorizationRecords(
        new UserRegistry(jdbi, random),
        new CodeRegistry(jdbi),
        new RuleBook(jdbi),
        new CodeSecrets(jdbi, random, clock, servers),
        audit,
        new SessionLedger(jdbi, audit),
        new ClockFloor(jdbi, skew));
  }

  Authorizer authorizer() {
    return new Authorizer(users, codes, rules);
  }
}
