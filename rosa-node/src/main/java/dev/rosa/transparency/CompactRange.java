package dev.rosa.transparency;

import java.util.ArrayList;
import java.util.List;

/**
 * State from which a Merkle tree grows: its size, and the hashes of its complete subtrees, from the
 * largest at the left to the smallest. A tree of n leaves has as many as n has bits that are 1.
 * Immutable.
 */
public final class CompactRange {

  /** A tree without leaves. */
  public static final CompactRange EMPTY = new CompactRange(0, List.of());

  /**
   * A tree with one leaf more.
   *
   * @param range the tree
   * @param completed hashes of the subtrees that this leaf is the last of: its own, that of 2
   *     leaves if there is one, that of 4, and so on
   */
  public record Grown(CompactRange range, List<TreeHash> completed) {}

  private final long size;
  private final List<TreeHash> subtrees;

  private CompactRange(long size, List<TreeHash> subtrees) {
    this.size = size;
    this.subtrees = subtrees;
  }

  /**
   * Reads what {@link #toBytes} wrote.
   *
   * @throws IllegalArgumentException if so many bytes do not belong to a tree of that size
   */
  public static CompactRange of(long size, byte[] bytes) {
    if (size < 0 || bytes.length != Long.bitCount(size) * TreeHash.BYTES) {
      throw new IllegalArgumentException(
          "a tree of " + size + " leaves has no subtrees of " + bytes.length + " bytes");
    }
    return new CompactRange(size, HashSequence.of(bytes));
  }

  /** The tree with a further leaf. */
  public Grown with(TreeHash leaf) {
    List<TreeHash> kept = new ArrayList<>(subtrees);
    List<TreeHash> completed = new ArrayList<>();
    TreeHash newest = leaf;
    completed.add(newest);
    for (long left = size; (left & 1) != 0; left >>= 1) {
      newest = TreeHash.node(kept.remove(kept.size() - 1), newest);
      completed.add(newest);
    }
    kept.add(newest);
    return new Grown(new CompactRange(size + 1, List.copyOf(kept)), List.copyOf(completed));
  }

  /** Number of leaves. */
  public long size() {
    return size;
  }

  /** Hash of the tree. */
  public TreeHash root() {
    if (subtrees.isEmpty()) {
      return TreeHash.EMPTY;
    }
    TreeHash root = subtrees.get(subtrees.size() - 1);
    for (int i = subtrees.size() - 2; i >= 0; i--) {
      root = TreeHash.node(subtrees.get(i), root);
    }
    return root;
  }

  /** The hashes of the subtrees, one after the other. */
  public byte[] toBytes() {
    return HashSequence.toBytes(subtrees);
  }
}
