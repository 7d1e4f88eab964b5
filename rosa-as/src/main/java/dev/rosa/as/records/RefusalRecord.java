package dev.rosa.as.records;

import dev.rosa.as.policy.AuthorizationCounts;
import dev.rosa.as.policy.Refusal;
import dev.rosa.control.Stages;
import dev.rosa.identity.RosaId;
import dev.rosa.serving.MinuteRates;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of refusals: all are counted, and each caller's are written to the audit record and
 * the log up to a number a minute. Those by quota are written once a minute, so that refusals do
 * not fill the disk. The first row after a gap says how many were left out. Thread-safe.
 */
public final class RefusalRecord {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalRecord.class);
  private static final int OVER_QUOTA_PER_MINUTE = 1;

  private final AuditLog audit;
  private final AuthorizationCounts counts;
  private final int perMinute;
  private final MinuteRates<RosaId> rows = new MinuteRates<>();
  private final MinuteRates<RosaId> rowsOverQuota = new MinuteRates<>();

  public RefusalRecord(AuditLog audit, AuthorizationCounts counts, int perMinute) {
    this.audit = audit;
    this.counts = counts;
    this.perMinute = perMinute;
  }

  /**
   * Records a refusal and answers with it.
   *
   * @param session 0 if there is none
   * @return fails with the refusal when its row is durable, or with the storage's failure
   */
  private <A> CompletionStage<A> refuse(AuditLog.Received received, Refusal refusal, long session) {
    return record(received, refusal, session)
        .thenCompose(recorded -> CompletableFuture.failedFuture(refusal));
  }

  /** A step towards an answer. */
  public interface Step<A> {
    CompletionStage<A> take() throws Refusal;
  }

  /**
   * Takes a step, and records the refusal if it ends in one.
   *
   * @param session 0 if there is none
   */
  public <A> CompletionStage<A> recorded(AuditLog.Received received, long session, Step<A> step) {
    CompletionStage<A> taken;
    try {
      taken = step.take();
    } catch (Refusal refusal) {
      return refuse(received, refusal, session);
    }
    return taken.exceptionallyCompose(
        failure ->
            Stages.cause(failure) instanceof Refusal refusal
                ? refuse(received, refusal, session)
                : CompletableFuture.failedFuture(failure));
  }

  private CompletionStage<Void> record(AuditLog.Received received, Refusal refusal, long session) {
    counts.count(refusal.event());
    OptionalLong leftOut = takeRow(received, refusal);
    if (leftOut.isEmpty()) {
      counts.count(AuthorizationCounts.Event.UNRECORDED);
      return CompletableFuture.completedStage(null);
    }
    Refusal recorded = leftOut.getAsLong() == 0 ? refusal : refusal.after(leftOut.getAsLong());
    LOG.info(
        "refused {} caller={} session={} status={}: {}",
        received.method(),
        received.caller(),
        session == 0 ? "none" : Long.toHexString(session),
        recorded.code(),
        recorded.getMessage());
    return audit.refused(received, recorded, session);
  }

  private OptionalLong takeRow(AuditLog.Received received, Refusal refusal) {
    return refusal.event() == AuthorizationCounts.Event.REFUSED
        ? rows.take(received.caller(), perMinute, received.at())
        : rowsOverQuota.take(received.caller(), OVER_QUOTA_PER_MINUTE, received.at());
  }
}
