package dev.rosa.as.request;

import dev.rosa.as.policy.AuthorizationCounts;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.RequestedJoin;
import dev.rosa.as.records.AuditLog;
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
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of joins: it gives a named recipient, who has signed for it, the key of a session that
 * was opened towards it (PROTOCOL §6). The key is derived anew from Kci: none is stored.
 * Thread-safe.
 */
public final class JoinHandler {
  private static final Logger LOG = LoggerFactory.getLogger(JoinHandler.class);

  private final SignerCheck signers;
  private final AuthorizationRecords records;
  private final InstantSource clock;
  private final Duration skew;

  public JoinHandler(
      SignerCheck signers, AuthorizationRecords records, InstantSource clock, Duration skew) {
    this.signers = signers;
    this.records = records;
    this.clock = clock;
    this.skew = skew;
  }

  /**
   * Answers a recipient, without waiting for the disk.
   *
   * @param caller who proved to be at the other end of the connection
   * @return fails with {@link Refusal} after it has been recorded
   */
  public CompletionStage<ServiceGrant> handle(RosaId caller, SignedStatement signed) {
    AuditLog.Received received =
        AuditLog.Received.unverified(clock.instant(), "join", caller, signed);
    return records
        .refusals()
        .recorded(received, 0, () -> CompletableFuture.completedStage(verify(received)))
        .thenCompose(this::decide);
  }

  private AuditLog.Received verify(AuditLog.Received received) throws Refusal {
    records.requestQuotas().takeJoin(received.caller(), received.at());
    return signers.verified(received, StatementKind.SESSION_JOIN);
  }

  private CompletionStage<ServiceGrant> decide(AuditLog.Received received) {
    RefusalRecord refusals = records.refusals();
    return refusals
        .recorded(received, 0, () -> CompletableFuture.completedStage(read(received)))
        .thenCompose(
            join -> refusals.recorded(received, join.session(), () -> decide(received, join)));
  }

  private static RequestedJoin read(AuditLog.Received received) throws Refusal {
    return RequestedJoin.parse(received.signed().getStatement());
  }

  private CompletionStage<ServiceGrant> decide(AuditLog.Received received, RequestedJoin join)
      throws Refusal {
    join.check(received.caller(), signers.server(), received.at());
    long id = join.session();
    String name = Long.toHexString(id);
    SessionLedger.Session session =
        records
            .sessions()
            .find(id)
            .orElseThrow(
                () -> new Refusal(Status.Code.NOT_FOUND, "there is no session " + name + " here"));
    if (!session.recipients().contains(received.caller().toString())) {
      throw Refusal.denied(received.caller() + " is not a recipient of session " + name);
    }
    records.logForks().check();
    records.clockFloor().check(clock);
    SessionParameters parameters = session.parameters();
    Instant end = Instant.ofEpochSecond(Integer.toUnsignedLong(parameters.set()));
    if (!received.at().isBefore(end.plus(skew))) {
      throw new Refusal(Status.Code.FAILED_PRECONDITION, "session " + name + " ended at " + end);
    }
    CodeSecret secret =
        records
            .secrets()
            .find(parameters.code(), parameters.epoch())
            .orElseThrow(
                () ->
                    new Refusal(
                        Status.Code.FAILED_PRECONDITION,
                        "the secret of session " + name + " was retired"));
    return recordAndGrant(received, join, session, secret);
  }

  private CompletionStage<ServiceGrant> recordAndGrant(
      AuditLog.Received received,
      RequestedJoin join,
      SessionLedger.Session session,
      CodeSecret secret) {
    return records
        .joins()
        .record(received, join, session)
        .thenApply(recorded -> granted(received, recorded, secret))
        .whenComplete((grant, failure) -> secret.destroy());
  }

  private ServiceGrant granted(
      AuditLog.Received received, SessionLedger.Session session, CodeSecret secret) {
    SessionKey key = new KeyDerivation().derive(session.parameters(), secret);
    try {
      LOG.info(
          "joined session={} caller={}",
          Long.toHexString(session.parameters().session()),
          received.caller());
      records.counts().count(AuthorizationCounts.Event.JOINED);
      return ServiceGrants.of(session.parameters(), key, session.code());
    } finally {
      key.destroy();
    }
  }
}
