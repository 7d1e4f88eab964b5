package dev.rosa.as.request;

import dev.rosa.as.policy.AuthorizationCounts;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.records.SessionLedger;
import dev.rosa.as.records.Standing;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of joins: it gives a named recipient the key of a session that was opened towards it
 * (PROTOCOL §6). The key is derived anew from Kci: none is stored. Thread-safe.
 */
public final class JoinHandler {
  private static final Logger LOG = LoggerFactory.getLogger(JoinHandler.class);

  private final AuthorizationRecords records;
  private final Storage storage;
  private final InstantSource clock;
  private final Duration skew;

  public JoinHandler(
      AuthorizationRecords records, Storage storage, InstantSource clock, Duration skew) {
    this.records = records;
    this.storage = storage;
    this.clock = clock;
    this.skew = skew;
  }

  /**
   * Answers a recipient, without waiting for the disk.
   *
   * @return fails with {@link Refusal} after it has been recorded
   */
  public CompletionStage<ServiceGrant> handle(RosaId caller, long session) {
    AuditLog.Received received = AuditLog.Received.join(clock.instant(), caller);
    return records.refusals().recorded(received, session, () -> decide(received, session));
  }

  private CompletionStage<ServiceGrant> decide(AuditLog.Received received, long id) throws Refusal {
    records.requestQuotas().take(received.caller(), received.at());
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
    records.clockFloor().check(received.at());
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
    return recordAndGrant(received, session, secret);
  }

  private CompletionStage<ServiceGrant> recordAndGrant(
      AuditLog.Received received, SessionLedger.Session session, CodeSecret secret) {
    return storage
        .inSharedTransaction(handle -> record(handle, received, session))
        .thenApply(recorded -> granted(received, session, secret))
        .whenComplete((grant, failure) -> secret.destroy());
  }

  private Void record(Handle handle, AuditLog.Received received, SessionLedger.Session session)
      throws Refusal {
    Standing.requireNotRevoked(handle, session.parameters(), received.at());
    records.audit().granted(handle, received, session);
    return null;
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
