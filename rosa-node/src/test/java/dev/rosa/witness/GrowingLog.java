package dev.rosa.witness;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.GrowthProof;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.transparency.AcceptedLoss;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.Proofs;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.transparency.TreeHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A log of random leaves in memory, for tests of witnesses. */
public final class GrowingLog {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final NoteSigner signer;
  private final SignedStatement key;
  private final List<TreeHash> leaves;
  private AcceptedLoss loss = AcceptedLoss.NONE;

  private GrowingLog(NoteSigner signer, SignedStatement key, List<TreeHash> leaves) {
    this.signer = signer;
    this.key = key;
    this.leaves = new ArrayList<>(leaves);
  }

  /** A log of a server, without leaves and with a new key. */
  public GrowingLog(Identity server, int domain) throws TransparencyException {
    signer = NoteSigner.random(KeyStatements.nameOfLog(domain), RANDOM);
    key = KeyStatements.ofLog(server, signer.key(), Instant.now());
    leaves = new ArrayList<>();
  }

  /** Appends so many leaves. */
  public GrowingLog grow(int count) {
    for (int i = 0; i < count; i++) {
      leaves.add(TreeHash.leaf(ByteBuffer.allocate(Long.BYTES).putLong(RANDOM.nextLong()).array()));
    }
    return this;
  }

  /** The log as it was with its first leaves; goes on apart from this one. */
  public GrowingLog setBack(int size) {
    return new GrowingLog(signer, key, leaves.subList(0, size));
  }

  /** Names a loss in checkpoints from now on. */
  public void accept(AcceptedLoss accepted) {
    loss = accepted;
  }

  SignedStatement newestKey() {
    return key;
  }

  private CompactRange range(int begin, int end) {
    CompactRange range = CompactRange.EMPTY;
    for (TreeHash leaf : leaves.subList(begin, end)) {
      range = range.with(leaf).range();
    }
    return range;
  }

  /** The checkpoint of all leaves. */
  public LogCheckpoint newest() {
    String note = Checkpoint.sign(range(0, leaves.size()), loss, signer).toString();
    return LogCheckpoint.newBuilder()
        .setLogKey(key)
        .setNote(ByteString.copyFrom(note, StandardCharsets.UTF_8))
        .build();
  }

  /** The proof from a size to all leaves. */
  public GrowthProof proof(int from) {
    Proofs proofs =
        new Proofs(
            (level, index) -> range((int) (index << level), (int) ((index + 1) << level)).root());
    return GrowthProofs.of(from, proofs.consistency(from, leaves.size()));
  }
}
