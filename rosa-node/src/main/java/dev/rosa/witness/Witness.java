package dev.rosa.witness;

import dev.rosa.control.v1.GrowthProof;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.ProofCheck;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.transparency.TreeHash;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Witness of the domain's audit log: it keeps the newest checkpoint, takes another only with proof
 * that the log grew, and cosigns that. A checkpoint that no proof connects raises an alarm, once.
 * The log's operator may accept a loss ({@link dev.rosa.transparency.AcceptedLoss}): then the
 * witness lets its own checkpoint go, and says so. Thread-safe.
 */
public final class Witness {

  /** Fate of a checkpoint. */
  public enum Answer {
    /** It is kept and cosigned now. */
    TAKEN,
    /** It was kept before; or it is of an empty log, and none is kept. */
    KNOWN,
    /** The proof from the kept one is missing. */
    UNPROVEN,
    /** The log did not grow from the kept one to this. */
    REFUSED
  }

  private static final Logger LOG = LoggerFactory.getLogger(Witness.class);

  private final WitnessStore store;
  private final KeyStatements statements;
  private final NoteSigner signer;
  private final SignedStatement ownKey;
  private final InstantSource clock;

  /** Null before the first. */
  private SeenCheckpoint kept;

  private boolean alarmed;
  private long refused;
  private long letGo;

  private Witness(
      WitnessStore store,
      KeyStatements statements,
      NoteSigner signer,
      Identity self,
      InstantSource clock) {
    this.store = store;
    this.statements = statements;
    this.signer = signer;
    this.ownKey = KeyStatements.ofWitness(self, signer.key(), clock.instant());
    this.clock = clock;
  }

  /**
   * The witness with what it kept.
   *
   * @param signer has the witness's key
   * @throws IOException in one line if the store cannot be read, or has what no log of the domain
   *     has signed: going on without it would let another log in, so that is left to a person
   */
  public static Witness open(
      WitnessStore store, NoteSigner signer, Identity self, InstantSource clock)
      throws IOException {
    KeyStatements statements = new KeyStatements(self.authority(), self.id().domain());
    Witness witness = new Witness(store, statements, signer, self, clock);
    Optional<LogCheckpoint> found = store.read();
    if (found.isPresent()) {
      witness.kept = witness.earlier(found.get());
    }
    return witness;
  }

  /** Cosigned anew: the node's key may be another one. */
  private SeenCheckpoint earlier(LogCheckpoint found) throws IOException {
    try {
      return cosigned(SeenCheckpoint.earlier(found, statements));
    } catch (IdentityException | TransparencyException e) {
      throw new IOException(
          "the kept checkpoint of the audit log does not hold: " + e.getMessage());
    }
  }

  private SeenCheckpoint cosigned(SeenCheckpoint seen) {
    return seen.with(seen.note().only(seen.key()).cosigned(signer, clock.instant()));
  }

  /**
   * Takes a checkpoint, or refuses it.
   *
   * @param proofs that the log grew to it, from several sizes
   * @param from the node that offers it, for the log
   * @throws IdentityException if no Authorization Server of the domain names the log's key
   * @throws TransparencyException if the log did not sign it
   * @throws IOException in one line if it cannot be kept: then it is not cosigned
   */
  public synchronized Answer offer(LogCheckpoint message, List<GrowthProof> proofs, String from)
      throws IdentityException, TransparencyException, IOException {
    SeenCheckpoint offered = SeenCheckpoint.fresh(message, statements, clock);
    if (kept == null) {
      return offered.checkpoint().size() == 0 ? Answer.KNOWN : take(offered);
    }
    if (isSame(offered)) {
      return known(from);
    }
    Optional<List<TreeHash>> proof = proof(offered, proofs);
    if (proof.isEmpty()) {
      return Answer.UNPROVEN;
    }
    if (isGrown(offered, proof.get())) {
      tellAnswered(from);
      return take(offered);
    }
    return offered.checkpoint().loss().covers(kept.checkpoint())
        ? takeAfterLoss(offered, from)
        : refuse(offered, from);
  }

  private boolean isSame(SeenCheckpoint offered) {
    return offered.key().equals(kept.key()) && offered.checkpoint().equals(kept.checkpoint());
  }

  /** One of another key, or of as many rows, needs none. */
  private Optional<List<TreeHash>> proof(SeenCheckpoint offered, List<GrowthProof> proofs)
      throws TransparencyException {
    long size = kept.checkpoint().size();
    if (!offered.key().equals(kept.key()) || offered.checkpoint().size() == size) {
      return Optional.of(List.of());
    }
    Optional<GrowthProof> found =
        proofs.stream().filter(each -> each.getFrom() == size).findFirst();
    return found.isPresent() ? Optional.of(GrowthProofs.hashes(found.get())) : Optional.empty();
  }

  private boolean isGrown(SeenCheckpoint offered, List<TreeHash> proof) {
    Checkpoint older = kept.checkpoint();
    Checkpoint newer = offered.checkpoint();
    return offered.key().equals(kept.key())
        && newer.loss().number() >= older.loss().number()
        && ProofCheck.isConsistent(older.size(), older.root(), newer.size(), newer.root(), proof);
  }

  private Answer take(SeenCheckpoint offered) throws IOException {
    SeenCheckpoint taken = cosigned(offered);
    store.keep(taken.message());
    kept = taken;
    return Answer.TAKEN;
  }

  private Answer takeAfterLoss(SeenCheckpoint offered, String from) throws IOException {
    LOG.warn(
        "the operator of the audit log has accepted a loss of rows: kept {}, taken {} from {}",
        kept.summary(),
        offered.summary(),
        from);
    Answer answer = take(offered);
    letGo++;
    alarmed = false;
    return answer;
  }

  private Answer refuse(SeenCheckpoint offered, String from) {
    refused++;
    if (!alarmed) {
      LOG.error(
          "ALARM the audit log was set back, or there are two: kept {}, refused {} from {}; its"
              + " checkpoints are not cosigned. After a restore from a backup, run 'rosa as"
              + " --config FILE audit accept-loss'",
          kept.summary(),
          offered.summary(),
          from);
    }
    alarmed = true;
    return Answer.REFUSED;
  }

  private Answer known(String from) {
    tellAnswered(from);
    return Answer.KNOWN;
  }

  private void tellAnswered(String from) {
    if (alarmed) {
      LOG.info("the audit log has the kept checkpoint again: {} by {}", kept.summary(), from);
    }
    alarmed = false;
  }

  /** The kept checkpoint with this witness's cosignature; empty before the first. */
  public synchronized Optional<KeptCheckpoint> kept() {
    return Optional.ofNullable(kept)
        .map(
            seen ->
                KeptCheckpoint.newBuilder()
                    .setWitnessKey(ownKey)
                    .setCheckpoint(seen.message())
                    .build());
  }

  /** Number of rows of the kept checkpoint; 0 before the first. */
  public synchronized long keptRows() {
    return kept == null ? 0 : kept.checkpoint().size();
  }

  /** Tells whether the last answer was a refusal. */
  public synchronized boolean isAlarmed() {
    return alarmed;
  }

  /** Figures for status pages. */
  public synchronized Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("rows", kept == null ? 0 : kept.checkpoint().size());
    figures.put("cosignedAgeSeconds", kept == null ? 0 : age());
    figures.put("refused", refused);
    figures.put("letGo", letGo);
    figures.put("alarm", alarmed ? 1L : 0);
    return figures;
  }

  private long age() {
    Duration age = Duration.between(kept.note().cosignedAt(signer.key()), clock.instant());
    return Math.max(0, age.toSeconds());
  }
}
