package dev.rosa.witness;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.GrowthProof;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.transparency.TreeHash;
import java.util.ArrayList;
import java.util.List;

/**
 * Conversion of the audit log's consistency proofs between hashes of the Merkle tree and {@code
 * GrowthProof} messages. Stateless.
 */
public final class GrowthProofs {

  /** A tree of 2^63 leaves needs no more. */
  private static final int MOST_HASHES = 130;

  private GrowthProofs() {}

  /** A proof from a size; without hashes if the log has none. */
  public static GrowthProof of(long from, List<TreeHash> hashes) {
    GrowthProof.Builder proof = GrowthProof.newBuilder().setFrom(from);
    hashes.forEach(hash -> proof.addHashes(ByteString.copyFrom(hash.toBytes())));
    return proof.build();
  }

  /** Tells whether a proof has the form of one. */
  public static boolean fits(GrowthProof proof) {
    return proof.getHashesCount() <= MOST_HASHES
        && proof.getHashesList().stream().allMatch(hash -> hash.size() == TreeHash.BYTES);
  }

  static List<TreeHash> hashes(GrowthProof proof) throws TransparencyException {
    if (!fits(proof)) {
      throw new TransparencyException("a proof of growth has not the form of one");
    }
    List<TreeHash> hashes = new ArrayList<>();
    for (ByteString hash : proof.getHashesList()) {
      hashes.add(TreeHash.at(hash.toByteArray(), 0));
    }
    return hashes;
  }
}
