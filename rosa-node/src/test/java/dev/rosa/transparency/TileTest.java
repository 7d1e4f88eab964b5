package dev.rosa.transparency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Paths and contents of the files of a log (C2SP tlog-tiles). */
class TileTest {

  @Test
  void shouldWritePathsAsTheFormatSays() {
    assertEquals("tile/0/x001/x234/067", new Tile(0, 1_234_067, Tile.FULL).path());
    assertEquals("tile/1/000.p/17", new Tile(1, 0, 17).path());
    assertEquals("tile/entries/x001/000.p/255", new Tile(Tile.ENTRIES, 1_000, 255).path());
  }

  /** The example of the format: 273 full tiles and one of 112; one full and one of 17; one of 1. */
  @Test
  void shouldCutTreeOf70000IntoTilesAsTheFormatSays() {
    List<Tile> tiles = Tile.hashes(70_000);
    assertEquals(273 + 1 + 1 + 1 + 1, tiles.size());
    assertEquals(new Tile(0, 273, 112), tiles.get(273));
    assertEquals(
        List.of(new Tile(1, 0, Tile.FULL), new Tile(1, 1, 17), new Tile(2, 0, 1)),
        tiles.subList(274, 277));
    assertEquals(274, Tile.bundles(70_000).size());
    assertEquals(List.of(new Tile(0, 0, Tile.FULL), new Tile(1, 0, 1)), Tile.hashes(Tile.FULL));
    assertEquals(List.of(), Tile.hashes(0));
  }

  @Test
  void shouldReadEntriesAsWritten() {
    byte[] large = new byte[EntryBundle.MAX_ENTRY_BYTES];
    Arrays.fill(large, (byte) 7);
    byte[] bytes = EntryBundle.write(List.of(new byte[0], large, new byte[] {1, 2}));
    EntryBundle read = EntryBundle.read(bytes);
    assertTrue(read.isWhole());
    assertEquals(3, read.entries().size());
    assertArrayEquals(large, read.entries().get(1));
    assertThrows(
        IllegalArgumentException.class,
        () -> EntryBundle.write(List.of(new byte[EntryBundle.MAX_ENTRY_BYTES + 1])));
  }

  @Test
  void shouldReadWhatIsThereWhenBundleIsCutOrTooLong() {
    byte[] bytes = EntryBundle.write(List.of(new byte[] {1}, new byte[] {2, 3}));
    EntryBundle cut = EntryBundle.read(Arrays.copyOf(bytes, bytes.length - 1));
    assertFalse(cut.isWhole());
    assertEquals(1, cut.entries().size());
    assertFalse(EntryBundle.read(new byte[1]).isWhole());
    EntryBundle tooLong = EntryBundle.read(new byte[2 * (Tile.FULL + 1)]);
    assertFalse(tooLong.isWhole());
    assertEquals(Tile.FULL, tooLong.entries().size());
  }
}
