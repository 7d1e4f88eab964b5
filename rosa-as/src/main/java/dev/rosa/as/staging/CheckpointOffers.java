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
 * issuing of sessions. A failure here holds up nothing else. Owned by one thread.
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

  /** Offers if it is time to. */
  void offer() {
    long waited = nanos.getAsLong() - lastNanos;
    boolean isNews = !isAnswered || log.size() != offeredSize;
    if (waited < LEAST_NANOS || (!isNews && waited < MOST_NANOS)) {
      return;
    }
    lastNanos = nanos.getAsLong();
    Optional<OfferCheckpointRequest> offer = log.offer(sizes);
    if (offer.isPresent()) {
      offer(offer.get());
    }
  }

  private void offer(OfferCheckpointRequest offer) {
    long size = log.size();
    try {
      OfferCheckpointReply reply = calls.offerCheckpoint(offer);
      List<Long> asked = firstOf(reply.getSizesList());
      isAnswered = sizes.containsAll(asked);
      sizes = asked;
      offeredSize = size;
      reply.getKeptList().forEach(this::take);
      trouble.over();
    } catch (StatusRuntimeException e) {
      warn(ControlFailure.describe(e));
    }
  }

  /** A stolen Code Server may name sizes without an end: as many as an offer has proofs from. */
  static List<Long> firstOf(List<Long> sizes) {
    return List.copyOf(sizes.subList(0, Math.min(sizes.size(), WitnessedLog.MOST_PROOFS)));
  }

  /** A checkpoint that does not hold costs no other one, and no round with the Code Server. */
  private void take(KeptCheckpoint kept) {
    try {
      Optional<Fork> fork = log.take(kept);
      if (fork.isPresent()) {
        forks.report(fork.get());
      }
    } catch (IdentityException | TransparencyException e) {
      warn("a cosignature does not hold: " + e.getMessage());
    } catch (RuntimeException e) {
      warn("a cosignature cannot be taken: " + e);
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
