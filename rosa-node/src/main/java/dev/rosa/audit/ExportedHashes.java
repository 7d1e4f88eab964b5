package dev.rosa.audit;

import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.EntryBundle;
import dev.rosa.transparency.HashSequence;
import dev.rosa.transparency.Tile;
import dev.rosa.transparency.TreeHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Leaf hashes of an exported audit log, twice: as its tiles say, and as its entries give.
 *
 * @param tiles cut short where a tile is missing or has a wrong length
 * @param entries of every entry that could be read, in the order of the files
 * @param pruned the entries without bytes
 */
record ExportedHashes(List<TreeHash> tiles, List<TreeHash> entries, PrunedRows pruned) {

  /** Reads both, and notes files that are missing or cut. */
  static ExportedHashes read(ExportFiles files, long size, Findings findings) throws IOException {
    List<TreeHash> tiles = new ArrayList<>();
    boolean whole = true;
    for (Tile tile : Tile.bundles(size)) {
      Tile hashes = new Tile(0, tile.index(), tile.width());
      Optional<byte[]> read = files.read(hashes, hashes.width() * TreeHash.BYTES);
      whole = whole && read.map(bytes -> isWhole(bytes, hashes)).orElse(false);
      if (whole) {
        tiles.addAll(HashSequence.of(read.orElseThrow()));
      }
    }
    List<TreeHash> entries = new ArrayList<>();
    PrunedRows pruned = new PrunedRows();
    for (Tile bundle : Tile.bundles(size)) {
      for (byte[] entry : entries(files, bundle, findings)) {
        pruned.note(entries.size(), entry);
        entries.add(TreeHash.leaf(entry));
      }
    }
    return new ExportedHashes(tiles, entries, pruned);
  }

  private static boolean isWhole(byte[] bytes, Tile tile) {
    return bytes.length == tile.width() * TreeHash.BYTES;
  }

  private static List<byte[]> entries(ExportFiles files, Tile tile, Findings findings)
      throws IOException {
    Optional<byte[]> bytes = files.read(tile, EntryBundle.MAX_BYTES);
    if (bytes.isEmpty()) {
      findings.add(Finding.ofExport(tile.path() + ": is missing"));
      return List.of();
    }
    EntryBundle bundle = EntryBundle.read(bytes.get());
    if (!bundle.isWhole()) {
      findings.add(
          Finding.ofExport(
              "%s: cannot be read after %d entries, it is cut or a length was changed"
                  .formatted(tile.path(), bundle.entries().size())));
    }
    return bundle.entries();
  }

  /**
   * Those of the two that lead to a root; empty: neither does. Entries without bytes have the
   * hashes of the tiles.
   */
  Optional<List<TreeHash>> leadingTo(long size, TreeHash root) {
    if (tiles.size() == size && root(tiles).equals(root)) {
      return Optional.of(tiles);
    }
    List<TreeHash> filled = pruned.filled(entries, tiles);
    return filled.size() == size && root(filled).equals(root)
        ? Optional.of(filled)
        : Optional.empty();
  }

  /** Roots of the trees of the first leaves, by their number: those of the sizes that there are. */
  static Map<Long, TreeHash> roots(List<TreeHash> leaves, Set<Long> sizes) {
    Map<Long, TreeHash> roots = new HashMap<>();
    long last = Math.min(leaves.size(), sizes.stream().mapToLong(Long::longValue).max().orElse(-1));
    CompactRange range = CompactRange.EMPTY;
    for (long size = 0; size <= last; size++) {
      if (sizes.contains(size)) {
        roots.put(size, range.root());
      }
      if (size < last) {
        range = range.with(leaves.get((int) size)).range();
      }
    }
    return roots;
  }

  /** Root of a tree of leaves. */
  static TreeHash root(List<TreeHash> leaves) {
    CompactRange range = CompactRange.EMPTY;
    for (TreeHash leaf : leaves) {
      range = range.with(leaf).range();
    }
    return range.root();
  }
}
