package dev.rosa.as.administration;

import dev.rosa.administration.ActStatement;
import dev.rosa.as.policy.AuthorizationCounts;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.ActLedger;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.request.SignerCheck;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of signed acts of administration (PROTOCOL §6). It checks signature, administrator, time
 * and id. The act, its id, and its rows in the audit log are one transaction. Thread-safe.
 */
public final class AdministrationHandler {
  private static final Logger LOG = LoggerFactory.getLogger(AdministrationHandler.class);

  private final SignerCheck signers;
  private final Storage storage;
  private final AuthorizationRecords records;
  private final InstantSource clock;
  private final Function<String, Acts> acts;

  /**
   * A handler.
   *
   * @param acts of an operator by that name
   */
  public AdministrationHandler(
      SignerCheck signers,
      Storage storage,
      AuthorizationRecords records,
      InstantSource clock,
      Function<String, Acts> acts) {
    this.signers = signers;
    this.storage = storage;
    this.records = records;
    this.clock = clock;
    this.acts = acts;
  }

  /**
   * Carries an act out.
   *
   * @param caller who proved to be at the other end of the connection
   * @return the lines of the answer; fails with {@link Refusal} after it has been recorded
   */
  public CompletionStage<List<String>> handle(RosaId caller, SignedStatement signed) {
    AuditLog.Received received =
        AuditLog.Received.unverified(clock.instant(), "administration", caller, signed);
    return records
        .refusals()
        .recorded(received, 0, () -> CompletableFuture.completedStage(verify(received)))
        .thenCompose(
            verified ->
                records
                    .refusals()
                    .recorded(
                        verified, 0, () -> CompletableFuture.completedStage(carryOut(verified))));
  }

  private AuditLog.Received verify(AuditLog.Received received) throws Refusal {
    records.requestQuotas().takeAct(received.caller(), received.at());
    return signers.verified(received, StatementKind.ADMINISTRATION);
  }

  private List<String> carryOut(AuditLog.Received received) throws Refusal {
    ActStatement asked = checked(received);
    storage.<Void, Refusal>withHandle(
        handle -> {
          records.administrators().require(handle, received.caller());
          return null;
        });
    Acts.Ready ready = prepared(received, asked);
    List<String> done = inOneTransaction(received, asked, ready);
    LOG.info("carried out act=\"{}\" caller={}", asked.act(), received.caller());
    records.counts().count(AuthorizationCounts.Event.ADMINISTERED);
    return done;
  }

  private static ActStatement checked(AuditLog.Received received) throws Refusal {
    try {
      ActStatement asked = ActStatement.read(received.signed().getStatement());
      asked.check(received.caller(), received.at());
      return asked;
    } catch (IdentityException e) {
      throw Refusal.invalid(e.getMessage());
    }
  }

  private Acts.Ready prepared(AuditLog.Received received, ActStatement asked) throws Refusal {
    try {
      return acts.apply(received.caller().toString()).prepare(asked.act(), asked.arguments());
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(e.getMessage());
    }
  }

  private List<String> inOneTransaction(
      AuditLog.Received received, ActStatement asked, Acts.Ready ready) throws Refusal {
    return storage.asOneTransaction(
        handle -> {
          records.administrators().require(handle, received.caller());
          ActLedger.requireNew(handle, received, asked.requestId());
          List<String> done = done(ready);
          new ActLedger(records.audit()).record(handle, received, asked.requestId(), done);
          return done;
        });
  }

  private static List<String> done(Acts.Ready ready) throws Refusal {
    try {
      return ready.carryOut();
    } catch (AdministrationException e) {
      throw new Refusal(Status.Code.FAILED_PRECONDITION, e.getMessage());
    }
  }
}
