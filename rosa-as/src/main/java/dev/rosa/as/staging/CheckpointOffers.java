package dev.rosa.as.staging;

import dev.rosa.as.audit.Fork;
import dev.rosa.as.audit.WitnessedLog;
import dev.rosa.as.records.LogForks;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.OfferCheckpointReply;
import dev.rosa.control.v1.OfferCheckpointRequest;
import dev.rosa.identity.IdentityException;
import dev.rosa.serving.PeerText;
import dev.rosa.transparency.TransparencyException;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of the audit log's newest checkpoint to one Code Server, which is a witness and speaks for
 * the routers that it serves. A reply with a checkpoint that the log did not grow from stops the
 * issuing of sessions. Before its first reply the Code Server gets nothing else; later failures
 * hold up nothing. Owned by one thread.
 */
final class CheckpointOffers {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointOffers.class);

  /** Least time between two offers, and the time after which an unchanged log is offered again. */
  private static final long LEAST_NANOS = Duration.ofSeconds(1).toNanos();

  private static final long MOST_NANOS = Duration.ofSeconds(5).toNanos();

  private static final int MOST_REASON_CHARS = 300;

  private final CodeServerCalls calls;
  private final WitnessedLog log;
  private final LogForks forks;
  private final LongSupplier nanos;
  private List<Long> sizes = List.of();
  private long offeredSize;
  private boolean isAnswered;

  /** True since a reply that was looked at whole. */
  private boolean isCompared;

  private long lastNanos;
  private final TroubleLog trouble;

  CheckpointOffers(
      CodeServerCalls calls,
      WitnessedLog log,
      LogForks forks,
      LongSupplier nanos,
      TroubleLog trouble) {
    this.calls = calls;
    this.log = log;
    this.forks = forks;
    this.nanos = nanos;
    this.trouble = trouble;
    this.lastNanos = nanos.getAsLong() - MOST_NANOS;
  }

  /** After a start the Code Server may have other storage: it has to answer again, and at once. */
  void forget() {
    isCompared = false;
    lastNanos = nanos.getAsLong() - MOST_NANOS;
  }

  /** Tells whether the Code Server has named its checkpoint, and no witness keeps another log's. */
  boolean allowsOrders() {
    return isCompared && forks.found().isEmpty();
  }

  /** Offers if it is time to. */
  void offer() {
    long waited = nanos.getAsLong() - lastNanos;
    boolean isNews = !isAnswered || log.size() != offeredSize;
    if (waited < LEAST_NANOS || (!isNews && waited < MOST_NANOS)) {
      return;
    }
    lastNanos = nanos.getAsLong();
    offer(log.offer(sizes));
  }

  private void offer(OfferCheckpointRequest offer) {
    long size = log.size();
    try {
      OfferCheckpointReply reply = calls.offerCheckpoint(offer);
      List<Long> asked = firstOf(reply.getSizesList());
      isAnswered = sizes.containsAll(asked);
      sizes = asked;
      offeredSize = size;
      boolean whole = true;
      for (KeptCheckpoint kept : reply.getKeptList()) {
        whole &= isLookedAt(kept);
      }
      isCompared |= whole;
      trouble.over();
    } catch (StatusRuntimeException e) {
      warn(ControlFailure.describe(e));
    }
  }

  /** A stolen Code Server may name sizes without an end: as many as an offer has proofs from. */
  static List<Long> firstOf(List<Long> sizes) {
    return List.copyOf(sizes.subList(0, Math.min(sizes.size(), WitnessedLog.MOST_PROOFS)));
  }

  /**
   * A checkpoint that does not hold costs no other one, and no round with the Code Server.
   *
   * @return false if the storage failed: the log may be another one
   */
  private boolean isLookedAt(KeptCheckpoint kept) {
    try {
      Optional<Fork> fork = log.take(kept);
      if (fork.isPresent()) {
        forks.report(fork.get());
      }
      return true;
    } catch (IdentityException | TransparencyException e) {
      warn("a cosignature does not hold: " + e.getMessage());
      return true;
    } catch (RuntimeException e) {
      warn("a cosignature cannot be taken: " + e);
      return false;
    }
  }

  private void warn(String reason) {
    String said = PeerText.line(reason, MOST_REASON_CHARS);
    if (!calls.isClosed()) {
      trouble.tell(
          said,
          leftOut ->
              LOG.warn(
                  "code-server={} is no witness of the audit log: {}{}",
                  calls.address(),
                  said,
                  leftOut));
    }
  }
}
