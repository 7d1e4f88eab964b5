package dev.rosa.as.request;

import dev.rosa.as.policy.AuthorizationCounts;
import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.RequestedService;
import dev.rosa.as.policy.ServiceWindow;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.records.PriorState;
import dev.rosa.as.records.RefusalRecord;
import dev.rosa.as.records.SessionLedger;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.wire.active.Suite;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of service requests, Sr and Si (PROTOCOL §6). It takes a user's signed request through
 * every check to a session key, in the order of {@link #verify} and {@link #decide}. Every grant is
 * in the audit record before it is answered, and so is every refusal that {@link RefusalRecord} has
 * a row for. Thread-safe.
 */
public final class ServiceRequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceRequestHandler.class);

  private final SignerCheck signers;
  private final DomainPolicy policy;
  private final AuthorizationRecords records;
  private final InstantSource clock;
  private final SecureRandom random;

  public ServiceRequestHandler(
      SignerCheck signers,
      DomainPolicy policy,
      AuthorizationRecords records,
      InstantSource clock,
      SecureRandom random) {
    this.signers = signers;
    this.policy = policy;
    this.records = records;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Answers a request, without waiting for the disk.
   *
   * @param caller who proved to be at the other end of the connection
   * @return fails with {@link Refusal} after it has been recorded
   */
  public CompletionStage<ServiceGrant> handle(RosaId caller, SignedStatement signed) {
    AuditLog.Received received =
        AuditLog.Received.unverified(clock.instant(), "request", caller, signed);
    RefusalRecord refusals = records.refusals();
    return refusals
        .recorded(received, 0, () -> CompletableFuture.completedStage(verify(received)))
        .thenCompose(verified -> refusals.recorded(verified, 0, () -> decide(verified)));
  }

  private AuditLog.Received verify(AuditLog.Received received) throws Refusal {
    records.requestQuotas().take(received.caller(), received.at());
    return signers.verified(received, StatementKind.SERVICE_REQUEST);
  }

  private CompletionStage<ServiceGrant> decide(AuditLog.Received received) throws Refusal {
    RequestedService wanted = RequestedService.parse(received.signed().getStatement());
    wanted.check(received.caller(), signers.server(), received.at());
    PriorState prior = records.sessions().prior(received.caller(), wanted.requestId());
    prior.requireUnused();
    records.logForks().check();
    records.clockFloor().check(clock, prior.clockFloor());
    ServiceWindow window = ServiceWindow.of(wanted, policy, received.at());
    Suite suite = policy.suiteFor(wanted.suite());
    Authorizer authorizer = records.authorizer(prior);
    List<Authorizer.Permit> permits = authorizer.authorize(received.caller(), wanted, window);
    return grant(new Allowed(received, wanted, window, suite, authorizer.policyVersion()), permits);
  }

  /** A request that some rule of a version of the policy allows. */
  private record Allowed(
      AuditLog.Received received,
      RequestedService wanted,
      ServiceWindow window,
      Suite suite,
      long policyVersion) {}

  private CompletionStage<ServiceGrant> grant(Allowed asked, List<Authorizer.Permit> permits)
      throws Refusal {
    CodeSecrets.EpochSecret secret = records.secrets().current(permits.get(0).code());
    return CompletableFuture.completedStage(secret.epoch())
        .thenCompose(
            epoch ->
                records
                    .sessions()
                    .record(asked.policyVersion(), alternatives(asked, permits, epoch)))
        .thenApply(issue -> granted(issue, secret.secret()))
        .whenComplete((grant, failure) -> secret.secret().destroy());
  }

  private List<SessionLedger.Issue> alternatives(
      Allowed asked, List<Authorizer.Permit> permits, int epoch) {
    long session = newSession();
    return permits.stream().map(permit -> issue(asked, permit, epoch, session)).toList();
  }

  private SessionLedger.Issue issue(
      Allowed asked, Authorizer.Permit permit, int epoch, long session) {
    return new SessionLedger.Issue(
        asked.received(),
        asked.wanted().requestId(),
        permit.rule(),
        permit.code().name(),
        parameters(asked, permit, epoch, session),
        asked.wanted().recipients());
  }

  private SessionParameters parameters(
      Allowed asked, Authorizer.Permit permit, int epoch, long session) {
    return new SessionParameters(
        asked.suite(),
        policy.domain(),
        epoch,
        (int) asked.window().sst(),
        (int) asked.window().set(),
        session,
        permit.user(),
        permit.code().digest(),
        permit.grant(),
        asked.wanted().source(),
        asked.wanted().destination());
  }

  /** Of 64 random bits: the storage refuses a number that is taken. */
  private long newSession() {
    long session;
    do {
      session = random.nextLong();
    } while (session == 0);
    return session;
  }

  /** The answer, once it is durable: every key that is known to a user is in the record. */
  private ServiceGrant granted(SessionLedger.Issue issue, CodeSecret secret) {
    SessionParameters parameters = issue.parameters();
    SessionKey key = new KeyDerivation().derive(parameters, secret);
    try {
      LOG.info(
          "granted session={} caller={} code={} epoch={} suite={} seconds={} rule={}",
          Long.toHexString(parameters.session()),
          issue.received().caller(),
          issue.code(),
          Integer.toUnsignedString(parameters.epoch()),
          parameters.suite(),
          parameters.set() - parameters.sst(),
          issue.rule().id());
      records.counts().count(AuthorizationCounts.Event.GRANTED);
      return ServiceGrants.of(parameters, key, issue.code());
    } finally {
      key.destroy();
    }
  }
}
