package dev.rosa.transparency;

import java.util.ArrayList;
import java.util.List;

/**
 * Maker of inclusion and consistency proofs (RFC 6962, sections 2.1.1 and 2.1.2). A proof reads a
 * number of hashes that grows with the logarithm of the tree's size. Thread-safe if its source is.
 */
public final class Proofs {

  private final TreeNodes nodes;

  public Proofs(TreeNodes nodes) {
    this.nodes = nodes;
  }

  /**
   * Hashes from the leaf's sibling up to the root's child.
   *
   * @throws IllegalArgumentException if the tree has no such leaf
   */
  public List<TreeHash> inclusion(long leaf, long size) {
    if (leaf < 0 || leaf >= size) {
      throw new IllegalArgumentException("a tree of " + size + " leaves has no leaf " + leaf);
    }
    List<TreeHash> path = new ArrayList<>();
    includeIn(path, leaf, 0, size);
    return List.copyOf(path);
  }

  private void includeIn(List<TreeHash> path, long leaf, long begin, long end) {
    if (end - begin == 1) {
      return;
    }
    long middle = begin + leftSize(end - begin);
    if (leaf < middle) {
      includeIn(path, leaf, begin, middle);
      path.add(hash(middle, end));
    } else {
      includeIn(path, leaf, middle, end);
      path.add(hash(begin, middle));
    }
  }

  /** Hash of the tree of the first leaves. */
  public TreeHash root(long size) {
    return size == 0 ? TreeHash.EMPTY : hash(0, size);
  }

  /**
   * Hashes which show that a tree's first leaves are those of an older tree.
   *
   * @throws IllegalArgumentException if the older tree is larger
   */
  public List<TreeHash> consistency(long older, long size) {
    if (older < 0 || older > size) {
      throw new IllegalArgumentException(
          "a tree of " + size + " leaves did not grow from one of " + older);
    }
    List<TreeHash> path = new ArrayList<>();
    if (older != 0 && older != size) {
      connect(path, older, 0, size, true);
    }
    return List.copyOf(path);
  }

  /** {@code whole}: the older tree's root is the hash of its leaves in this range. */
  private void connect(List<TreeHash> path, long older, long begin, long end, boolean whole) {
    if (older == end) {
      if (!whole) {
        path.add(hash(begin, end));
      }
      return;
    }
    long middle = begin + leftSize(end - begin);
    if (older <= middle) {
      connect(path, older, begin, middle, whole);
      path.add(hash(middle, end));
    } else {
      connect(path, older, middle, end, false);
      path.add(hash(begin, middle));
    }
  }

  private TreeHash hash(long begin, long end) {
    long size = end - begin;
    if (Long.bitCount(size) == 1) {
      int level = Long.numberOfTrailingZeros(size);
      return nodes.node(level, begin >> level);
    }
    long middle = begin + leftSize(size);
    return TreeHash.node(hash(begin, middle), hash(middle, end));
  }

  /** The largest power of two below a size of at least 2. */
  private static long leftSize(long size) {
    return Long.highestOneBit(size - 1);
  }
}
