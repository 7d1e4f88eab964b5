package dev.rosa.as.request;

import dev.rosa.as.policy.AuthorizationCounts;
import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.RequestQuotas;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.records.ClockFloor;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.records.PolicyMemory;
import dev.rosa.as.records.PriorState;
import dev.rosa.as.records.RefusalRecord;
import dev.rosa.as.records.RuleBook;
import dev.rosa.as.records.SessionLedger;
import dev.rosa.as.records.UserRegistry;
import dev.rosa.config.HostPort;
import dev.rosa.storage.Storage;
import dev.rosa.storage.Tables;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

/** The Authorization Server's memory: records in one {@link Storage}, counts beside it. */
public record AuthorizationRecords(
    UserRegistry users,
    CodeRegistry codes,
    RuleBook rules,
    PolicyMemory policy,
    CodeSecrets secrets,
    AuditLog audit,
    SessionLedger sessions,
    ClockFloor clockFloor,
    RequestQuotas requestQuotas,
    RefusalRecord refusals,
    AuthorizationCounts counts) {

  public static final Tables TABLES = new Tables("rosa_as", "dev/rosa/as/migrations");

  public static AuthorizationRecords on(
      Storage storage,
      SecureRandom random,
      InstantSource clock,
      List<HostPort> servers,
      DomainPolicy policy) {
    AuditLog audit = new AuditLog(storage);
    AuthorizationCounts counts = new AuthorizationCounts();
    RequestQuotas requests = new RequestQuotas(policy.quotaOfUser());
    return new AuthorizationRecords(
        new UserRegistry(storage, random),
        new CodeRegistry(storage),
        new RuleBook(storage),
        new PolicyMemory(storage),
        new CodeSecrets(storage, random, clock, servers),
        audit,
        new SessionLedger(storage, audit, policy.quotaOfUser(), requests),
        new ClockFloor(storage, audit, policy.skew()),
        requests,
        new RefusalRecord(audit, counts, policy.recordedRefusalsPerMinute()),
        counts);
  }

  Authorizer authorizer(PriorState state) {
    return new Authorizer(policy.at(state.policyVersion()));
  }
}
