package dev.rosa.transparency;

import java.util.ArrayList;
import java.util.List;

/** Check of inclusion and consistency proofs (RFC 9162, sections 2.1.3.2 and 2.1.4.2). */
public final class ProofCheck {

  private ProofCheck() {}

  /** Tells whether a proof leads from a leaf's hash to a tree's. */
  public static boolean includes(
      TreeHash leaf, long index, long size, List<TreeHash> proof, TreeHash root) {
    if (index < 0 || index >= size) {
      return false;
    }
    long fn = index;
    long sn = size - 1;
    TreeHash found = leaf;
    for (TreeHash step : proof) {
      if (sn == 0) {
        return false;
      }
      if ((fn & 1) != 0 || fn == sn) {
        found = TreeHash.node(step, found);
        int shift = isolated(fn);
        fn >>= shift;
        sn >>= shift;
      } else {
        found = TreeHash.node(found, step);
      }
      fn >>= 1;
      sn >>= 1;
    }
    return sn == 0 && found.equals(root);
  }

  /** Tells whether a proof shows that a tree grew from an older one. */
  public static boolean isConsistent(
      long olderSize, TreeHash older, long size, TreeHash root, List<TreeHash> proof) {
    if (olderSize < 0 || olderSize > size) {
      return false;
    }
    if (olderSize == size) {
      return proof.isEmpty() && older.equals(root);
    }
    if (olderSize == 0) {
      return proof.isEmpty() && older.equals(TreeHash.EMPTY);
    }
    return connects(olderSize, older, size, root, complete(olderSize, older, proof));
  }

  /** A proof leaves the older root out if it is the hash of a complete subtree. */
  private static List<TreeHash> complete(long olderSize, TreeHash older, List<TreeHash> proof) {
    List<TreeHash> path = new ArrayList<>(proof);
    if (Long.bitCount(olderSize) == 1) {
      path.add(0, older);
    }
    return path;
  }

  private static boolean connects(
      long olderSize, TreeHash older, long size, TreeHash root, List<TreeHash> path) {
    if (path.isEmpty()) {
      return false;
    }
    int skipped = Long.numberOfTrailingZeros(olderSize);
    long fn = (olderSize - 1) >> skipped;
    long sn = (size - 1) >> skipped;
    TreeHash foundOlder = path.get(0);
    TreeHash found = path.get(0);
    for (TreeHash step : path.subList(1, path.size())) {
      if (sn == 0) {
        return false;
      }
      if ((fn & 1) != 0 || fn == sn) {
        foundOlder = TreeHash.node(step, foundOlder);
        found = TreeHash.node(step, found);
        int shift = isolated(fn);
        fn >>= shift;
        sn >>= shift;
      } else {
        found = TreeHash.node(found, step);
      }
      fn >>= 1;
      sn >>= 1;
    }
    return sn == 0 && foundOlder.equals(older) && found.equals(root);
  }

  /** Levels at which the last node has no sibling. */
  private static int isolated(long fn) {
    return fn == 0 ? 0 : Long.numberOfTrailingZeros(fn);
  }
}
