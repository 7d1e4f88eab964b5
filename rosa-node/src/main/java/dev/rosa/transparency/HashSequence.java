package dev.rosa.transparency;

import java.util.ArrayList;
import java.util.List;

/**
 * Encoding of Merkle tree hashes one after the other, 32 bytes each, as tiles and databases have
 * them.
 */
public final class HashSequence {

  private HashSequence() {}

  /**
   * The hashes.
   *
   * @throws IllegalArgumentException if the last of them is cut
   */
  public static List<TreeHash> of(byte[] bytes) {
    if (bytes.length % TreeHash.BYTES != 0) {
      throw new IllegalArgumentException(bytes.length + " bytes are no sequence of hashes");
    }
    List<TreeHash> hashes = new ArrayList<>();
    for (int offset = 0; offset < bytes.length; offset += TreeHash.BYTES) {
      hashes.add(TreeHash.at(bytes, offset));
    }
    return List.copyOf(hashes);
  }

  /** The bytes of the hashes. */
  public static byte[] toBytes(List<TreeHash> hashes) {
    byte[] bytes = new byte[hashes.size() * TreeHash.BYTES];
    for (int i = 0; i < hashes.size(); i++) {
      System.arraycopy(hashes.get(i).toBytes(), 0, bytes, i * TreeHash.BYTES, TreeHash.BYTES);
    }
    return bytes;
  }
}
