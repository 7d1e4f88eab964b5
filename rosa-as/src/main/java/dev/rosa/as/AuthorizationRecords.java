package dev.rosa.as;

import dev.rosa.config.HostPort;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** The Authorization Server's memory: records in one {@link Storage}, counts beside it. */
record AuthorizationRecords(
    UserRegistry users,
    CodeRegistry codes,
    RuleBook rules,
    CodeSecrets secrets,
    AuditLog audit,
    SessionLedger sessions,
    ClockFloor clockFloor,
    RequestQuotas requestQuotas,
    RefusalRecord refusals,
    AuthorizationCounts counts) {

  static AuthorizationRecords on(
      Jdbi jdbi,
      SecureRandom random,
      InstantSource clock,
      List<HostPort> servers,
      DomainPolicy policy) {
    AuditLog audit = new AuditLog(jdbi);
    AuthorizationCounts counts = new AuthorizationCounts();
    RequestQuotas requests = new RequestQuotas(policy.quotaOfUser());
    return new AuthorizationRecords(
        new UserRegistry(jdbi, random),
        new CodeRegistry(jdbi),
        new RuleBook(jdbi),
        new CodeSecrets(jdbi, random, clock, servers),
        audit,
        new SessionLedger(jdbi, audit, policy.quotaOfUser(), requests),
        new ClockFloor(jdbi, audit, policy.skew()),
        requests,
        new RefusalRecord(audit, counts, policy.recordedRefusalsPerMinute()),
        counts);
  }

  Authorizer authorizer() {
    return new Authorizer(users, codes, rules);
  }
}
