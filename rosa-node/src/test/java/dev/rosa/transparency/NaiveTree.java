package dev.rosa.transparency;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Merkle tree as RFC 6962 defines it, by recursion over its leaves; {@code known}: nodes asked for
 * before.
 */
record NaiveTree(List<byte[]> leaves, Map<Long, TreeHash> known) implements TreeNodes {

  /** A tree of so many different leaves. */
  static NaiveTree of(int size) {
    return new NaiveTree(
        IntStream.range(0, size)
            .mapToObj(leaf -> ("leaf " + leaf).getBytes(StandardCharsets.US_ASCII))
            .toList(),
        new HashMap<>());
  }

  TreeHash root() {
    return hash(leaves);
  }

  private static TreeHash hash(List<byte[]> leaves) {
    if (leaves.isEmpty()) {
      return TreeHash.EMPTY;
    }
    if (leaves.size() == 1) {
      return TreeHash.leaf(leaves.get(0));
    }
    int left = 1;
    while (left * 2 < leaves.size()) {
      left *= 2;
    }
    return TreeHash.node(hash(leaves.subList(0, left)), hash(leaves.subList(left, leaves.size())));
  }

  @Override
  public TreeHash node(int level, long index) {
    return known.computeIfAbsent(index << 6 | level, key -> compute(level, index));
  }

  private TreeHash compute(int level, long index) {
    return hash(leaves.subList((int) (index << level), (int) ((index + 1) << level)));
  }
}
