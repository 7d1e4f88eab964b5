package dev.rosa.transparency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tree against known answers of Certificate Transparency, and against a naive one. */
class MerkleTreeTest {

  private static final int SIZES = 130;

  /** Leaves and roots that implementations of Certificate Transparency test with. */
  private static final List<String> LEAVES =
      List.of(
          "",
          "00",
          "10",
          "2021",
          "3031",
          "40414243",
          "5051525354555657",
          "606162636465666768696a6b6c6d6e6f");

  private static final List<String> ROOTS =
      List.of(
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
          "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
          "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
          "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
          "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
          "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
          "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

  @Test
  void shouldGiveKnownRootsWhenLeavesAreThoseOfCertificateTransparency() {
    CompactRange range = CompactRange.EMPTY;
    for (int size = 0; size < ROOTS.size(); size++) {
      assertEquals(ROOTS.get(size), HexFormat.of().formatHex(range.root().toBytes()));
      if (size < LEAVES.size()) {
        byte[] leaf = HexFormat.of().parseHex(LEAVES.get(size));
        range = range.with(TreeHash.leaf(leaf)).range();
      }
    }
  }

  @Test
  void shouldGrowAsNaiveTreeWhenLeavesAreAppended() {
    CompactRange range = CompactRange.EMPTY;
    for (int size = 1; size <= SIZES; size++) {
      NaiveTree naive = NaiveTree.of(size);
      CompactRange.Grown grown = range.with(TreeHash.leaf(naive.leaves().get(size - 1)));
      for (int level = 0; level < grown.completed().size(); level++) {
        assertEquals(naive.node(level, (size >> level) - 1), grown.completed().get(level));
      }
      assertEquals(Integer.numberOfTrailingZeros(size) + 1, grown.completed().size());
      range = CompactRange.of(size, grown.range().toBytes());
      assertEquals(naive.root(), range.root());
    }
  }

  @Test
  void shouldProveEveryLeafOfEverySizeAndNoOther() {
    for (int size = 1; size <= SIZES; size++) {
      NaiveTree tree = NaiveTree.of(size);
      TreeHash root = tree.root();
      for (int leaf = 0; leaf < size; leaf++) {
        List<TreeHash> proof = new Proofs(tree).inclusion(leaf, size);
        TreeHash hash = TreeHash.leaf(tree.leaves().get(leaf));
        assertTrue(ProofCheck.includes(hash, leaf, size, proof, root));
        assertFalse(ProofCheck.includes(TreeHash.EMPTY, leaf, size, proof, root));
        assertFalse(ProofCheck.includes(hash, leaf + 1, size, proof, root) && size > 1);
        assertFalse(ProofCheck.includes(hash, leaf, size, longer(proof), root));
        assertFalse(ProofCheck.includes(hash, leaf, 2L * size, proof, root));
        assertFalse(ProofCheck.includes(hash, leaf, size, proof, TreeHash.EMPTY));
      }
    }
  }

  @Test
  void shouldProveGrowthBetweenAnyTwoSizesAndNothingElse() {
    List<TreeHash> roots = new ArrayList<>();
    for (int size = 0; size <= SIZES; size++) {
      roots.add(NaiveTree.of(size).root());
    }
    NaiveTree tree = NaiveTree.of(SIZES);
    for (int size = 1; size <= SIZES; size++) {
      for (int older = 0; older <= size; older++) {
        List<TreeHash> proof = new Proofs(tree).consistency(older, size);
        TreeHash root = roots.get(size);
        assertTrue(ProofCheck.isConsistent(older, roots.get(older), size, root, proof));
        assertFalse(ProofCheck.isConsistent(older, another(root), size, root, proof));
        assertEquals(
            older == 0,
            ProofCheck.isConsistent(older, roots.get(older), size, another(root), proof));
        assertFalse(ProofCheck.isConsistent(older, roots.get(older), size, root, longer(proof)));
        assertEquals(
            older == 0, ProofCheck.isConsistent(older, roots.get(older), 2L * size, root, proof));
      }
    }
  }

  private static TreeHash another(TreeHash hash) {
    return TreeHash.node(hash, hash);
  }

  private static List<TreeHash> longer(List<TreeHash> proof) {
    List<TreeHash> longer = new ArrayList<>(proof);
    longer.add(TreeHash.EMPTY);
    return longer;
  }

  @Test
  void shouldRefuseWhenLeafOrSizeIsNotInTheTree() {
    Proofs proofs = new Proofs(NaiveTree.of(4));
    assertThrows(IllegalArgumentException.class, () -> proofs.inclusion(4, 4));
    assertThrows(IllegalArgumentException.class, () -> proofs.consistency(5, 4));
    assertThrows(IllegalArgumentException.class, () -> CompactRange.of(3, new byte[32]));
    assertFalse(ProofCheck.includes(TreeHash.EMPTY, 0, 0, List.of(), TreeHash.EMPTY));
    assertFalse(ProofCheck.isConsistent(2, TreeHash.EMPTY, 1, TreeHash.EMPTY, List.of()));
  }
}
