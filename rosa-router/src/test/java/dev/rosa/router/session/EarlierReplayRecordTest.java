package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.session.CacheBench.Answer;
import dev.rosa.router.session.ReplayRecord.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of earlier versions, whose times contain a skew that is not known. */
class EarlierReplayRecordTest {

  private static final long SKEW = 120;
  private static final String HEADER = "rosa replay record ";
  private static final List<String> LINES =
      List.of(
          "0000000000000007 0000000000000005 1800000000 00000001 2",
          "0000000000000008 0000000000000006 1800000001 00000001 3",
          "lost 00000001 1700000000 1800000002 3",
          "ended 1700000003",
          "clock 1700000004");

  /** Latest ends count as SET, and the latest SST is one of the largest skew. */
  private static final List<String> RENEWED =
      List.of(
          "0000000000000007 0000000000000005 1800000000 00000001 2",
          "0000000000000008 0000000000000006 1800000001 00000001 3",
          "lost 00000001 1700000300 1800000002 3",
          "ended 1700000003",
          "clock 1700000004");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("r1.replay");
  }

  private static String text(int version, List<String> lines) {
    StringBuilder text = new StringBuilder(HEADER + version + "\n");
    for (String line : lines) {
      text.append(version == 1 ? line : line + " " + checksum(line)).append('\n');
    }
    return text.toString();
  }

  private static String checksum(String line) {
    CRC32C sum = new CRC32C();
    sum.update(line.getBytes(StandardCharsets.US_ASCII));
    return "%08x".formatted(sum.getValue());
  }

  private ReplayFloors read(long skew) throws IOException {
    ReplayRecord record = ReplayRecord.open(file(), skew);
    record.close();
    return record.before();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldBeReplacedByOneWithoutTheSkew(int version) throws Exception {
    Files.writeString(file(), text(version, LINES));
    for (int start = 0; start < 2; start++) {
      ReplayFloors before = read(SKEW);
      assertEquals(2, before.count());
      assertEquals(1_800_000_000L + SKEW, before.endSeconds(0));
      assertEquals(3, before.run(1));
      assertEquals(1_700_000_000L + 300 - SKEW, before.lost().momentSeconds(0));
      assertEquals(1_800_000_002L + SKEW, before.lost().endSeconds(0));
      assertEquals(1_700_000_003L + SKEW, before.endedSeconds());
      assertEquals(1_700_000_004L, before.clockSeconds());
      assertEquals(text(4, RENEWED), Files.readString(file()));
    }
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
  }

  @Test
  void shouldKeepTheNumberOfWorkersWhenItIsReplaced() throws Exception {
    Files.writeString(file(), text(2, List.of("workers 2")));
    Files.writeString(folder.resolve("r1.replay.1"), text(1, LINES));
    ReplayRecords.open(file(), 2, SKEW).forEach(ReplayRecord::close);
    assertEquals(text(4, List.of("workers 2")), Files.readString(file()));
    assertEquals(text(4, RENEWED), Files.readString(folder.resolve("r1.replay.1")));
    Files.delete(folder.resolve("r1.replay.1"));
    assertThrows(IOException.class, () -> ReplayRecords.open(file(), 2, SKEW));
  }

  @Test
  void shouldMergeRecordsOfFormerWorkersOfEveryVersion() throws Exception {
    Files.writeString(
        file(), text(4, List.of("workers 3", "clock 1700000009", "latest 1700000010")));
    Files.writeString(folder.resolve("r1.replay.1"), text(2, LINES));
    Files.writeString(folder.resolve("r1.replay.2"), text(1, LINES));
    ReplayRecords.open(file(), 1, SKEW).forEach(ReplayRecord::close);
    assertTrue(Files.notExists(folder.resolve("r1.replay.1")));
    assertTrue(Files.notExists(folder.resolve("r1.replay.2")));
    ReplayFloors merged = read(0);
    assertEquals(4, merged.count());
    assertEquals(1_800_000_000L, merged.endSeconds(0));
    assertEquals(1_800_000_001L, merged.endSeconds(3));
    assertEquals(1_700_000_300L, merged.lost().momentSeconds(0));
    assertEquals(1_800_000_002L, merged.lost().endSeconds(0));
    assertEquals(1_700_000_003L, merged.endedSeconds());
    assertEquals(1_700_000_009L, merged.clockSeconds());
    assertEquals(1_700_000_010L, merged.latestSeconds());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldBeReplacedWholeWhenItHasMoreFloorsThanABlock(int version) throws Exception {
    int count = 2 * ReplayRecord.FLOORS_PER_BLOCK + 1;
    List<String> floors = new ArrayList<>(LINES);
    for (int i = 2; i < count; i++) {
      floors.add("%016x %016x 1800000000 00000001 4".formatted(100 + i, i));
    }
    Files.writeString(file(), text(version, floors));
    for (int start = 0; start < 2; start++) {
      ReplayFloors before = read(SKEW);
      assertEquals(count, before.count());
      for (int i = 2; i < count; i++) {
        assertEquals(100 + i, before.session(i));
        assertEquals(i, before.highest(i));
        assertEquals(1_800_000_000L + SKEW, before.endSeconds(i));
      }
      assertEquals(1_700_000_004L, before.clockSeconds());
      assertEquals(1, before.lost().count());
    }
    assertTrue(Files.readString(file()).startsWith(HEADER + "4\n"));
  }

  /** A crash leaves what is there when the disk is to have the new file. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldStayWholeWhenTheRouterCrashesWhileItIsReplaced(int version) throws Exception {
    String old = text(version, LINES);
    Files.writeString(file(), old);
    Disk broken =
        channel -> {
          assertEquals(old, Files.readString(file()));
          throw new IOException("as a broken disk");
        };
    IOException e = assertThrows(IOException.class, () -> ReplayRecord.open(file(), SKEW, broken));
    assertEquals(
        RecordFile.sibling(file()) + ": cannot be written: as a broken disk", e.getMessage());
    assertEquals(old, Files.readString(file()));
    // What the crash has left beside it may be half a file.
    Files.writeString(RecordFile.sibling(file()), HEADER + "4\n00000");
    assertEquals(2, read(SKEW).count());
    assertEquals(text(4, RENEWED), Files.readString(file()));
    assertTrue(Files.notExists(RecordFile.sibling(file())));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldLoseOnlyTheLastLineThatWasNotWhole(int version) throws Exception {
    Files.writeString(file(), text(version, LINES) + "0000");
    assertEquals(2, read(SKEW).count());
    assertEquals(text(4, RENEWED), Files.readString(file()));
  }

  @Test
  void shouldStayReadableWhenItHasTheLatestTimes() throws Exception {
    String latest = "99999999999";
    Files.writeString(
        file(),
        text(
            2,
            List.of(
                "0000000000000007 0000000000000005 " + latest + " 00000001 2",
                "lost 00000001 " + latest + " " + latest + " 999999999",
                "ended " + latest,
                "clock " + latest)));
    for (int start = 0; start < 2; start++) {
      ReplayFloors before = read(SKEW);
      assertEquals(0xffff_fffeL, before.endSeconds(0));
      assertEquals(0xffff_fffeL, before.lost().endSeconds(0));
      assertTrue(before.lost().momentSeconds(0) > 0xffff_ffffL);
    }
  }

  /** All that any skew can have accepted before SST is refused. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldRefuseWhatMayHaveBegunBeforeALossWithTheLargestSkew(int version) throws Exception {
    CacheBench bench = CacheBench.ofSkew(2, 0, 64, 8);
    bench.user = 0x666;
    int user = ContextWords.user(bench.words(1), 0);
    String lost = "lost %08x %d %d 1".formatted(user, bench.now, bench.now + 900);
    Files.writeString(file(), text(version, List.of(lost)));
    bench.cache.settle(bench.now);
    bench.cache.restore(read(2), bench.now);
    bench.set = bench.now + 898;
    bench.sst = bench.now + 300;
    assertEquals(Answer.WINDOW_LOST, bench.answer(1, 1));
    bench.sst++;
    assertEquals(Answer.ACCEPTED, bench.answer(1, 1));
  }

  /** The same session has a line of the earlier version, with a later end, and one of this. */
  @Test
  void shouldKnowTheNumbersOfARunBehindTheEarlierVersion() throws Exception {
    long set = CacheBench.NOW + 600;
    String old = "0000000000000007 0000000000000005 %d 00000000 1".formatted(set + SKEW);
    String ended = "ended %d".formatted(set + SKEW - 10);
    Files.writeString(file(), text(2, List.of(old, ended, "clock " + CacheBench.NOW)));
    for (int start = 0; start < 3; start++) {
      ReplayRecord record = ReplayRecord.open(file(), SKEW);
      CacheBench bench = CacheBench.ofSkew(SKEW, record.before().count(), 64, 8);
      bench.set = set;
      bench.cache.settle(bench.now);
      bench.cache.restore(record.before(), bench.now);
      if (start == 0) {
        assertEquals(Answer.ACCEPTED, bench.answer(7, 9));
      } else {
        assertNotEquals(Answer.ACCEPTED, bench.answer(7, 9), "start " + start);
      }
      new ReplayRecorder(bench.cache, record, Runnable::run).finish(bench.now);
      record.close();
    }
  }
}
