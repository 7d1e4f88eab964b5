package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.TestDomain;
import dev.rosa.transparency.EntryBundle;
import dev.rosa.transparency.Tile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bits of an export that change: each is found, and the row that it belongs to is named. {@code
 * -Daudit.bits=all} tries all of them, else some of each file are chosen at random.
 */
class ExportBitsTest {

  private static final int ROWS = Integer.getInteger("audit.rows", 300);
  private static final int SAMPLE = Integer.getInteger("audit.sample", 20);

  /** A tile of hashes of rows, or a bundle of entries. */
  private static final Pattern TILE = Pattern.compile("tile/(0|entries)/([0-9]{3})(\\.p/[0-9]+)?");

  @TempDir Path folder;
  private final long seed = Long.getLong("audit.seed", System.nanoTime());

  @Test
  void shouldFindEveryBitThatChangesAndNameItsRow() throws Exception {
    TestDomain domain = TestDomain.in(folder.resolve("domain"));
    TestLog log = new TestLog().withRequestOf(domain.user("alice")).withActs(ROWS - 1);
    Path export = log.exportTo(folder.resolve("export"));
    ExportCheckOf check =
        () -> new ExportCheck(export, log.key(), domain.certificate()).run(Optional.empty());
    List<Path> files;
    try (Stream<Path> all = Files.walk(export)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String path = export.relativize(file).toString();
      for (int bit : bits(Files.size(file))) {
        byte[] before = Files.readAllBytes(file);
        ExportCheckTest.flip(file, bit);
        assertFound(check.run(), path, before, bit);
        Files.write(file, before);
      }
    }
    assertEquals(List.of(), check.run().findings());
  }

  private interface ExportCheckOf {
    CheckReport run() throws IOException;
  }

  private int[] bits(long bytes) {
    int all = (int) bytes * 8;
    return System.getProperty("audit.bits", "").equals("all")
        ? IntStream.range(0, all).toArray()
        : new Random(seed).ints(SAMPLE, 0, all).toArray();
  }

  private void assertFound(CheckReport report, String path, byte[] file, int bit) {
    int row = row(path, file, bit / 8);
    boolean named =
        row < 0
            ? report.findings().stream().anyMatch(finding -> finding.text().startsWith(path))
            : report.findings().stream().anyMatch(finding -> finding.row() == row);
    assertTrue(
        named, path + " bit " + bit + " seed " + seed + " row " + row + " " + report.findings());
  }

  /** The row that a byte belongs to; -1: none. */
  private static int row(String path, byte[] file, int at) {
    Matcher tile = TILE.matcher(path);
    if (!tile.matches()) {
      return -1;
    }
    int first = Tile.FULL * Integer.parseInt(tile.group(2));
    if (tile.group(1).equals("0")) {
      return first + at / 32;
    }
    int begin = 0;
    int row = first;
    for (byte[] entry : EntryBundle.read(file).entries()) {
      begin += 2 + entry.length;
      if (at < begin) {
        return row;
      }
      row++;
    }
    throw new IllegalArgumentException(path + " has no byte " + at);
  }
}
