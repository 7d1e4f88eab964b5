package dev.rosa.as.audit;

import com.google.protobuf.ByteString;
import dev.rosa.as.audit.WitnessTable.Cosigned;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.control.v1.OfferCheckpointRequest;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.transparency.AcceptedLoss;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.Proofs;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.GrowthProofs;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.KeyStatements.WitnessKey;
import dev.rosa.witness.SeenCheckpoint;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Exchange of the audit log's checkpoints with its witnesses: the newest one with proofs for them,
 * and the check of what they keep. A checkpoint that this log did not grow from is the log's own
 * word that there was another state: no witness can invent one. Thread-safe.
 */
public final class WitnessedLog {

  /** Most sizes that an offer has proofs from; a witness may ask for more. */
  public static final int MOST_PROOFS = 64;

  private final AuditTree tree;
  private final Checkpoints checkpoints;
  private final WitnessTable table;
  private final Proofs proofs;
  private final NoteKey key;
  private final SignedStatement keyStatement;
  private final KeyStatements statements;
  private final InstantSource clock;

  /** Newest cosigned checkpoint of each witness. */
  private final Map<RosaId, Cosigned> newest = new ConcurrentHashMap<>();

  /**
   * The log of a server's domain.
   *
   * @param key the log's
   */
  public WitnessedLog(
      AuditTree tree,
      Checkpoints checkpoints,
      WitnessTable table,
      NoteKey key,
      Identity server,
      InstantSource clock) {
    this.tree = tree;
    this.checkpoints = checkpoints;
    this.table = table;
    this.proofs = new Proofs(tree);
    this.key = key;
    this.keyStatement = KeyStatements.ofLog(server, key, clock.instant());
    this.statements = new KeyStatements(server.authority(), server.id().domain());
    this.clock = clock;
    table.all().forEach(each -> newest.put(RosaId.parse(each.node()), each));
  }

  /** Number of rows under the newest checkpoint. */
  public long size() {
    return checkpoints.state().signed();
  }

  /**
   * The newest checkpoint, with an answer for each size that witnesses keep. An empty log has one,
   * too: the storage may have been replaced.
   */
  public OfferCheckpointRequest offer(List<Long> sizes) {
    return offer(checkpoints.stored().orElseGet(checkpoints::newest), sizes);
  }

  private OfferCheckpointRequest offer(Checkpoints.Signed signed, List<Long> sizes) {
    OfferCheckpointRequest.Builder offer =
        OfferCheckpointRequest.newBuilder()
            .setNewest(
                LogCheckpoint.newBuilder()
                    .setLogKey(keyStatement)
                    .setNote(
                        ByteString.copyFrom(signed.note().toString(), StandardCharsets.UTF_8)));
    sizes.stream()
        .limit(MOST_PROOFS)
        .forEach(
            from ->
                offer.addProofs(
                    GrowthProofs.of(
                        from,
                        from >= 0 && from <= signed.size()
                            ? proofs.consistency(from, signed.size())
                            : List.of())));
    return offer.build();
  }

  /**
   * Looks at what a witness keeps, and stores its cosignature if this log grew from that.
   *
   * @return the state of another log; empty if the witness keeps one of this log
   * @throws IdentityException if it is no witness of the domain, or the log's key is not known
   * @throws TransparencyException if log or witness did not sign it
   */
  public Optional<Fork> take(KeptCheckpoint kept) throws IdentityException, TransparencyException {
    SeenCheckpoint seen = SeenCheckpoint.earlier(withLogKey(kept.getCheckpoint()), statements);
    WitnessKey witness = seen.keptBy(kept, statements);
    Checkpoint checkpoint = seen.checkpoint();
    if (isOfThisLog(seen)) {
      store(witness, kept.getWitnessKey(), seen);
      return Optional.empty();
    }
    return checkpoints.loss().covers(checkpoint)
        ? Optional.empty()
        : Optional.of(
            new Fork(
                witness.node().toString(),
                checkpoint.size(),
                checkpoint.root(),
                checkpoint.loss().number(),
                clock.instant()));
  }

  /** A reply leaves the statement out that it has from here. */
  private LogCheckpoint withLogKey(LogCheckpoint message) {
    return message.hasLogKey() ? message : message.toBuilder().setLogKey(keyStatement).build();
  }

  private boolean isOfThisLog(SeenCheckpoint seen) {
    Checkpoint checkpoint = seen.checkpoint();
    AcceptedLoss loss = checkpoints.loss();
    return seen.key().equals(key)
        && checkpoint.loss().number() <= loss.number()
        && checkpoint.size() <= tree.size()
        && proofs.root(checkpoint.size()).equals(checkpoint.root());
  }

  private void store(WitnessKey witness, SignedStatement statement, SeenCheckpoint seen) {
    Instant at = seen.note().cosignedAt(witness.key());
    long size = seen.checkpoint().size();
    Cosigned known = newest.get(witness.node());
    if (known != null && known.size() == size && !at.isAfter(known.at())) {
      return;
    }
    Cosigned cosigned =
        new Cosigned(
            witness.node().toString(), statement, size, seen.trimmed(witness.key()).note(), at);
    table.keep(witness.node(), cosigned);
    newest.put(witness.node(), cosigned);
  }

  /** Rows that each witness has cosigned last, by its name, for the status pages. */
  public Map<String, Long> cosignedRows() {
    Map<String, Long> rows = new LinkedHashMap<>();
    newest.values().forEach(each -> rows.put(each.node(), each.size()));
    return rows;
  }
}
