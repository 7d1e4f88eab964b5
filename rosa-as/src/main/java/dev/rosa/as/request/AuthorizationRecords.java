package dev.rosa.as.request;

import dev.rosa.as.policy.AuthorizationCounts;
import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.RequestQuotas;
import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.Administrators;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.records.AuditPruning;
import dev.rosa.as.records.ClockFloor;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.records.EnrolmentLog;
import dev.rosa.as.records.EpochEnds;
import dev.rosa.as.records.Epochs;
import dev.rosa.as.records.JoinLedger;
import dev.rosa.as.records.LogForks;
import dev.rosa.as.records.LostSessions;
import dev.rosa.as.records.PassedTime;
import dev.rosa.as.records.PolicyMemory;
import dev.rosa.as.records.PriorState;
import dev.rosa.as.records.RefusalRecord;
import dev.rosa.as.records.RuleBook;
import dev.rosa.as.records.SessionLedger;
import dev.rosa.as.records.UserRegistry;
import dev.rosa.as.state.EpochRevocations;
import dev.rosa.as.state.RevocationList;
import dev.rosa.as.state.Revocations;
import dev.rosa.as.state.RouterRevocations;
import dev.rosa.as.state.SessionRevocations;
import dev.rosa.as.state.SubjectRevocations;
import dev.rosa.audit.OperatorName;
import dev.rosa.config.HostPort;
import dev.rosa.storage.SecretTable;
import dev.rosa.storage.Storage;
import dev.rosa.storage.Tables;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The Authorization Server's records in one {@link Storage}, each kind by its class, and counts
 * beside it.
 */
public record AuthorizationRecords(
    Administrators administrators,
    UserRegistry users,
    CodeRegistry codes,
    RuleBook rules,
    PolicyMemory policy,
    CodeSecrets secrets,
    Epochs epochs,
    EpochEnds epochEnds,
    AuditLog audit,
    SessionLedger sessions,
    JoinLedger joins,
    LostSessions lostSessions,
    ClockFloor clockFloor,
    PassedTime passed,
    LogForks logForks,
    AuditPruning pruning,
    EnrolmentLog enrolments,
    RequestQuotas requestQuotas,
    RefusalRecord refusals,
    Revocations revocations,
    AuthorizationCounts counts) {

  public static final Tables TABLES =
      new Tables(
          "rosa_as",
          "dev/rosa/as/migrations",
          new SecretTable("code_secrets", "code_digest", "epoch", "kci"),
          List.of(AuditLog.SIGNING_KEY));

  /**
   * The records of a storage, changed by the operating system's user.
   *
   * @param nanos the monotonic clock, as {@link System#nanoTime}
   */
  public static AuthorizationRecords on(
      Storage storage,
      SecureRandom random,
      InstantSource clock,
      LongSupplier nanos,
      List<HostPort> servers,
      DomainPolicy policy) {
    return by(OperatorName.ofThisProcess(), storage, random, clock, nanos, servers, policy);
  }

  /**
   * The same with an operator of its own, who is named in the audit log's rows about changes.
   *
   * @param operator the operating system's user, or an administrator's identity
   */
  public static AuthorizationRecords by(
      String operator,
      Storage storage,
      SecureRandom random,
      InstantSource clock,
      LongSupplier nanos,
      List<HostPort> servers,
      DomainPolicy policy) {
    AuditLog audit = new AuditLog(storage);
    AdministrationRecord acts = new AdministrationRecord(audit, clock, operator);
    CodeSecrets secrets = new CodeSecrets(storage, random, clock, servers);
    AuthorizationCounts counts = new AuthorizationCounts();
    RequestQuotas requests = new RequestQuotas(policy.quotaOfUser());
    UserRegistry users = new UserRegistry(storage, random, acts);
    CodeRegistry codes = new CodeRegistry(storage, acts);
    RuleBook rules = new RuleBook(storage, acts);
    Epochs epochs = new Epochs(storage, secrets, acts, policy.skew());
    LostSessions lost = new LostSessions(storage, clock, policy.longestFromRequest());
    PassedTime passed = new PassedTime(clock, nanos, policy.longestFromRequest(), policy.skew());
    EpochEnds ends = new EpochEnds(storage, acts, policy.skew(), lost, passed);
    EpochRevocations ofEpochs = new EpochRevocations(storage, epochs, ends, acts, policy, lost);
    return new AuthorizationRecords(
        new Administrators(storage, acts),
        users,
        codes,
        rules,
        new PolicyMemory(storage),
        secrets,
        epochs,
        ends,
        audit,
        new SessionLedger(storage, audit, policy.quotaOfUser(), requests),
        new JoinLedger(storage, audit, passed),
        lost,
        new ClockFloor(storage, audit, policy.skew()),
        passed,
        new LogForks(storage, acts, lost, epochs, random),
        new AuditPruning(storage, acts, policy.longestFromRequest()),
        new EnrolmentLog(storage, audit, operator),
        requests,
        new RefusalRecord(audit, counts, policy.recordedRefusalsPerMinute()),
        new Revocations(
            new SessionRevocations(storage, rules, acts, policy),
            new SubjectRevocations(storage, users, codes, acts, policy, lost),
            ofEpochs,
            new RouterRevocations(storage, ofEpochs, acts),
            new RevocationList(storage, acts, policy.skew(), passed)),
        counts);
  }

  Authorizer authorizer(PriorState state) {
    return new Authorizer(policy.at(state.policyVersion()));
  }
}
