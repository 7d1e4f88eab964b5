package dev.rosa.transparency;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A file of an exported log: consecutive hashes of one level of the tree, or the entries behind the
 * hashes of level 0 (C2SP tlog-tiles).
 *
 * @param level a hash stands for 256^level leaves; {@link #ENTRIES} for a bundle of entries
 * @param index number of full tiles left of it
 * @param width its number of hashes or entries, 256 in a full tile
 */
public record Tile(int level, long index, int width) {

  /** Level of a bundle of entries. */
  public static final int ENTRIES = -1;

  /** Width of a full tile. */
  public static final int FULL = 256;

  private static final int BITS = 8;

  /** The bundles of entries of a log, in order. */
  public static List<Tile> bundles(long size) {
    return ofLevel(ENTRIES, size);
  }

  /** The tiles of hashes of a log, level after level. */
  public static List<Tile> hashes(long size) {
    List<Tile> tiles = new ArrayList<>();
    int level = 0;
    for (long hashes = size; hashes > 0; hashes >>= BITS) {
      tiles.addAll(ofLevel(level, hashes));
      level++;
    }
    return tiles;
  }

  private static List<Tile> ofLevel(int level, long hashes) {
    List<Tile> tiles = new ArrayList<>();
    for (long first = 0; first < hashes; first += FULL) {
      tiles.add(new Tile(level, first / FULL, (int) Math.min(FULL, hashes - first)));
    }
    return tiles;
  }

  /** Number of the first hash or entry in its level. */
  public long first() {
    return index * FULL;
  }

  /** Level in the tree of the subtrees that the hashes stand for. */
  public int treeLevel() {
    return Math.max(level, 0) * BITS;
  }

  /** Path below the log's directory, for instance {@code tile/0/x001/234.p/17}. */
  public String path() {
    StringBuilder path = new StringBuilder(String.format(Locale.ROOT, "%03d", index % 1000));
    for (long left = index / 1000; left > 0; left /= 1000) {
      path.insert(0, String.format(Locale.ROOT, "x%03d/", left % 1000));
    }
    String suffix = width == FULL ? "" : ".p/" + width;
    return "tile/" + (level == ENTRIES ? "entries" : level) + "/" + path + suffix;
  }
}
