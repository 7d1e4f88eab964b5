package dev.rosa.transparency;

/** Source of the hashes of a Merkle tree's complete subtrees, wherever they are kept. */
public interface TreeNodes {

  /**
   * Hash of a complete subtree.
   *
   * @param level the subtree has 2^level leaves
   * @param index number of equal subtrees left of it
   */
  TreeHash node(int level, long index);
}
