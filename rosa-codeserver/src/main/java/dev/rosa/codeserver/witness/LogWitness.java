package dev.rosa.codeserver.witness;

import dev.rosa.control.v1.GrowthProof;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.control.v1.OfferCheckpointReply;
import dev.rosa.control.v1.OfferCheckpointRequest;
import dev.rosa.control.v1.WitnessReply;
import dev.rosa.control.v1.WitnessRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.serving.PeerText;
import dev.rosa.serving.ServerPages.Counts;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.GrowthProofs;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.KeyStatements.WitnessKey;
import dev.rosa.witness.SeenCheckpoint;
import dev.rosa.witness.Witness;
import dev.rosa.witness.Witness.Answer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Witness of the audit log at a Code Server, which also carries checked messages between routers
 * and the Authorization Server. It gives routers the newest checkpoint that it has cosigned, with
 * the proofs that the Authorization Server made for them, and gives the Authorization Server what
 * routers keep. It can hold back, not forge. Thread-safe.
 */
public final class LogWitness {

  /** Largest request of an Authorization Server: 64 proofs and a checkpoint. */
  public static final int OFFER_BYTES = 256 * 1024;

  private static final int MOST_KEPT = 16;
  private static final int MOST_SIZES = 64;
  private static final int MOST_REASON_CHARS = 300;

  private final Witness witness;
  private final KeyStatements statements;
  private final InstantSource clock;
  private final RouterReports routers;
  private volatile OfferCheckpointRequest carried = OfferCheckpointRequest.getDefaultInstance();

  /** A witness with the checkpoint that it kept. */
  LogWitness(Witness witness, KeyStatements statements, InstantSource clock, LongSupplier nanos) {
    this.witness = witness;
    this.statements = statements;
    this.clock = clock;
    this.routers = new RouterReports(nanos);
  }

  /**
   * The witness of a storage.
   *
   * @throws IOException in one line if what it kept does not hold
   */
  public static LogWitness open(Storage storage, Identity self, InstantSource clock)
      throws IOException {
    StoredWitness store = new StoredWitness(storage, self.id());
    return new LogWitness(
        Witness.open(store, store.signer(new SecureRandom()), self, clock),
        new KeyStatements(self.authority(), self.id().domain()),
        clock,
        System::nanoTime);
  }

  /** Figures for the status pages. */
  public Counts counts() {
    return Counts.gauges(
        "witness",
        "The audit log as this node has cosigned it, and checkpoints that it refused",
        witness::figures);
  }

  /**
   * Takes or refuses a checkpoint; the reply says what is kept here.
   *
   * @throws StatusRuntimeException PERMISSION_DENIED if no log of the domain has signed it,
   *     INVALID_ARGUMENT if it is none, UNAVAILABLE if it cannot be kept
   */
  public OfferCheckpointReply offer(OfferCheckpointRequest request, RosaId server) {
    try {
      NoteKey key = statements.log(request.getNewest().getLogKey(), clock);
      Answer answer =
          witness.offer(request.getNewest(), request.getProofsList(), server.toString());
      if (answer == Answer.TAKEN || answer == Answer.KNOWN) {
        carried = request;
      }
      return reply(key);
    } catch (IdentityException e) {
      throw refusal(Status.PERMISSION_DENIED, e);
    } catch (TransparencyException e) {
      throw refusal(Status.INVALID_ARGUMENT, e);
    } catch (IOException e) {
      throw refusal(Status.UNAVAILABLE, e);
    }
  }

  private OfferCheckpointReply reply(NoteKey key) {
    OfferCheckpointReply.Builder reply = OfferCheckpointReply.newBuilder();
    witness.kept().ifPresent(reply::addKept);
    Stream.concat(Stream.of(witness.keptRows()), routers.sizes())
        .filter(size -> size > 0)
        .distinct()
        .limit(MOST_SIZES)
        .forEach(reply::addSizes);
    routers.next(MOST_KEPT - 1).forEach(report -> reply.addKept(brief(report, key)));
    return reply.build();
  }

  /** Without the statement that the server has itself. */
  private static KeptCheckpoint brief(RouterReports.Report report, NoteKey key) {
    LogCheckpoint.Builder checkpoint = report.seen().message().toBuilder();
    if (report.seen().key().equals(key)) {
      checkpoint.clearLogKey();
    }
    return KeptCheckpoint.newBuilder()
        .setWitnessKey(report.witnessKey())
        .setCheckpoint(checkpoint)
        .build();
  }

  /**
   * Notes what a router keeps, and answers with what is newest here.
   *
   * @throws StatusRuntimeException INVALID_ARGUMENT if it is not a checkpoint that the router has
   *     cosigned
   */
  public WitnessReply witness(WitnessRequest request, RosaId router) {
    OfferCheckpointRequest newest = carried;
    WitnessReply.Builder reply = WitnessReply.newBuilder();
    LogCheckpoint checkpoint = newest.getNewest();
    if (newest.hasNewest()) {
      reply.setNewest(checkpoint);
    }
    if (request.hasKept()) {
      long size = note(router, request.getKept());
      proof(newest.getProofsList(), size).ifPresent(reply::setProof);
    }
    return reply.build();
  }

  private long note(RosaId router, KeptCheckpoint kept) {
    try {
      SeenCheckpoint seen = SeenCheckpoint.earlier(kept.getCheckpoint(), statements);
      WitnessKey by = seen.keptBy(kept, statements);
      if (!by.node().equals(router)) {
        throw new IdentityException("the cosignature is another node's");
      }
      routers.note(router, kept.getWitnessKey(), seen.trimmed(by.key()));
      return seen.checkpoint().size();
    } catch (IdentityException | TransparencyException e) {
      throw refusal(Status.INVALID_ARGUMENT, e);
    }
  }

  private static Optional<GrowthProof> proof(List<GrowthProof> proofs, long size) {
    return proofs.stream()
        .filter(proof -> proof.getFrom() == size && GrowthProofs.fits(proof))
        .findFirst();
  }

  private static StatusRuntimeException refusal(Status status, Exception reason) {
    return status
        .withDescription(PeerText.line(reason.getMessage(), MOST_REASON_CHARS))
        .asRuntimeException();
  }
}
