package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.pipeline.DropReason;
import dev.rosa.router.pipeline.RouterBench;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a replay record that something else than its router has changed. */
class GuardedReplayRecordTest {

  private static final String OLD_HEADER = "rosa replay record 1\n";
  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("r1.replay");
  }

  private Path worker(int index) {
    return folder.resolve("r1.replay." + index);
  }

  private RouterBench bench() throws IOException {
    return new RouterBench(
        RouterBench.policy(false, false), null, ReplayRecord.open(file(), CacheBench.SKEW));
  }

  /** A router whose record is replaced by one of before; a packet that it has taken since. */
  private byte[] replacedUnder(RouterBench router) throws Exception {
    RouterBench.Flow flow = router.flow(router.source.admit(IDLE));
    router.feed(flow.next("early"));
    router.sweep();
    Path before = Files.copy(file(), folder.resolve("backup"));
    byte[] late = flow.next("late");
    router.feed(late);
    router.sweep();
    Files.delete(file());
    Files.move(before, file());
    return late;
  }

  private void assertRefused(byte[] packet) throws Exception {
    RouterBench next = bench();
    next.source.admit(IDLE);
    next.pass(packet);
    next.assertDropped(DropReason.REPLAYED, 1);
  }

  @Test
  void shouldWriteAllAnewAndWarnWhenTheFileWasReplaced() throws Exception {
    try (CapturedLog log = CapturedLog.of(ReplayRecord.class)) {
      RouterBench router = bench();
      byte[] late = replacedUnder(router);
      router.sweep();
      router.sweep();
      assertEquals(
          List.of(
              "WARN "
                  + file()
                  + ": is gone or another file, not the one that this router keeps its replay"
                  + " windows in; all are written anew"),
          log.lines());
      assertRefused(late);
    }
  }

  @Test
  void shouldWriteAllAnewAtItsEndWhenTheFileWasReplaced() throws Exception {
    RouterBench router = bench();
    byte[] late = replacedUnder(router);
    router.pass();
    assertRefused(late);
  }

  @Test
  void shouldWriteAllAnewWhenTheFileWasRemoved() throws Exception {
    RouterBench router = bench();
    byte[] late = replacedUnder(router);
    Files.delete(file());
    router.sweep();
    router.sweep();
    assertRefused(late);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldNotTakeAMissingRecordOfAWorkerForANewOne(int missing) throws Exception {
    keepThree();
    Path lost = missing == 0 ? file() : worker(missing);
    Files.delete(lost);
    for (int workers : new int[] {1, 3, 4}) {
      IOException e =
          assertThrows(
              IOException.class, () -> ReplayRecords.open(file(), workers, CacheBench.SKEW));
      assertEquals(
          lost
              + ": is missing, expected the replay windows of worker "
              + missing
              + "; bring it back, or remove "
              + file()
              + " and all of its workers' to start without",
          e.getMessage());
    }
    IOException checked =
        assertThrows(IOException.class, () -> ReplayRecords.checkContents(file()));
    assertTrue(checked.getMessage().startsWith(lost + ": is missing"), checked.getMessage());
  }

  @Test
  void shouldWarnIfNoRecordIsThereAnyMore() throws Exception {
    try (CapturedLog log = CapturedLog.of(ReplayRecords.class)) {
      ReplayRecords.open(file(), 1, CacheBench.SKEW).forEach(ReplayRecord::close);
      assertEquals(List.of(), log.lines());
      new NonceRecord(file(), InstantSource.system()).reserve();
      ReplayRecords.open(file(), 1, CacheBench.SKEW).forEach(ReplayRecord::close);
      assertEquals(List.of(), log.lines());
      Files.delete(file());
      ReplayRecords.open(file(), 1, CacheBench.SKEW).forEach(ReplayRecord::close);
      assertEquals(
          List.of(
              "WARN "
                  + file()
                  + ": is missing, and a router kept one here: packets that it has accepted may be"
                  + " accepted once more while their sessions last"),
          log.lines());
    }
  }

  private void keepThree() throws IOException {
    for (ReplayRecord record : ReplayRecords.open(file(), 3, CacheBench.SKEW)) {
      ReplayRecord.Block block = record.freeBlock();
      block.floors.add(7, 1, 9, 1, 1);
      block.syncs = true;
      record.hand(block);
      record.settle();
      record.close();
    }
  }

  @Test
  void shouldStartWithAnyOtherNumberOfWorkers() throws Exception {
    keepThree();
    for (int workers : new int[] {1, 4, 2, 1, 3}) {
      List<ReplayRecord> records = ReplayRecords.open(file(), workers, CacheBench.SKEW);
      assertTrue(records.get(0).before().count() >= 3, "workers " + workers);
      records.forEach(ReplayRecord::close);
    }
  }

  @Test
  void shouldKnowTheNumberOfWorkersWhenTheFirstRecordWasWrittenAnew() throws Exception {
    keepThree();
    ReplayRecord first = ReplayRecords.open(file(), 3, CacheBench.SKEW).get(0);
    ReplayRecord.Block block = first.freeBlock();
    block.begins = true;
    block.ends = true;
    block.syncs = true;
    first.hand(block);
    first.settle();
    Files.delete(worker(2));
    assertThrows(IOException.class, () -> ReplayRecords.open(file(), 3, CacheBench.SKEW));
  }

  @Test
  void shouldRefuseAGapInRecordsOfAnEarlierVersion() throws Exception {
    Files.writeString(file(), OLD_HEADER);
    Files.writeString(worker(2), OLD_HEADER);
    String said =
        assertThrows(IOException.class, () -> ReplayRecords.open(file(), 1, CacheBench.SKEW))
            .getMessage();
    assertTrue(said.startsWith(worker(1) + ": is missing"), said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".1", ".nonces", ".lock"})
  void shouldRefuseWhatOthersMayWriteTo(String end) throws Exception {
    Path written = folder.resolve("r1.replay" + end);
    ReplayRecords.open(file(), 2, CacheBench.SKEW).forEach(ReplayRecord::close);
    if (Files.notExists(written)) {
      Files.createFile(written);
    }
    Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-rw----"));
    assertWritable(written, "(rw-rw----), expected mode rw-------");
  }

  @Test
  void shouldRefuseAFolderThatOthersMayWriteTo() throws Exception {
    ReplayRecords.open(file(), 1, CacheBench.SKEW).forEach(ReplayRecord::close);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertWritable(folder, "(rwxrwxr-x), expected mode rwx------");
  }

  private void assertWritable(Path path, String end) {
    String expected = path + ": others than the owner may write to it " + end;
    IOException checked = assertThrows(IOException.class, () -> ReplayRecords.check(file()));
    assertEquals(expected, checked.getMessage());
    IOException opened =
        assertThrows(IOException.class, () -> ReplayRecords.open(file(), 2, CacheBench.SKEW));
    assertEquals(expected, opened.getMessage());
  }

  @Test
  void shouldNameWhatStandsInPlaceOfAFileOfTheNonces() throws Exception {
    Path next = Files.createDirectory(folder.resolve("r1.replay.nonces.new"));
    IOException e = assertThrows(IOException.class, () -> ReplayRecords.check(file()));
    assertEquals(next + ": is no file, expected one or none", e.getMessage());
    NonceRecord nonces =
        new NonceRecord(file(), InstantSource.fixed(Instant.ofEpochSecond(1_800_000_000)));
    Files.createFile(next.resolve("full"));
    IOException reserved = assertThrows(IOException.class, nonces::reserve);
    assertEquals(next + ": is a folder, expected a file or none", reserved.getMessage());
  }

  @Test
  void shouldRefuseARecordOfWhichAnyBitWasChanged() throws Exception {
    ReplayRecord record = ReplayRecords.open(file(), 1, CacheBench.SKEW).get(0);
    ReplayRecord.Block block = record.freeBlock();
    block.floors.add(0x0123456789abcdefL, 4_096, 1_800_000_000L, 7, 1);
    block.floors.add(8, Long.MIN_VALUE, 1_900_000_000L, 8, 999_999_999);
    block.floors.lost().add(9, 1_700_000_000L, 1_800_000_000L, 2);
    block.floors.noteEnded(1_700_000_001L);
    block.floors.setClock(1_700_000_002L);
    record.hand(block);
    record.settle();
    record.close();
    byte[] whole = Files.readAllBytes(file());
    List<Integer> taken = new ArrayList<>();
    for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
      byte[] damaged = whole.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Files.write(file(), damaged);
      try {
        ReplayRecord.open(file(), CacheBench.SKEW).close();
        taken.add(bit);
      } catch (IOException e) {
        assertTrue(e.getMessage().startsWith(file().toString()), e.getMessage());
        assertTrue(e.getMessage().contains("expected"), e.getMessage());
      }
    }
    assertEquals(List.of(), taken);
  }

  @Test
  void shouldTakeARecordOfTheEarlierVersionOverOnce() throws Exception {
    Files.writeString(
        file(),
        OLD_HEADER
            + "0000000000000007 0000000000000005 1800000000\n"
            + "0000000000000008 0000000000000006 1800000000 00000001\n"
            + "lost 00000001 5 6\nended 7\nclock 1700000000\nclo");
    for (int i = 0; i < 2; i++) {
      ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
      assertEquals(2, record.before().count());
      assertEquals(6, record.before().highest(1));
      assertEquals(LostFloors.ANY, record.before().user(0));
      assertEquals(6 + CacheBench.SKEW, record.before().lost().endSeconds(0));
      assertEquals(7 + CacheBench.SKEW, record.before().endedSeconds());
      assertEquals(1_700_000_000L, record.before().clockSeconds());
      record.close();
      String text = Files.readString(file());
      assertTrue(text.startsWith("rosa replay record 4\n"), text);
    }
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
  }

  @Test
  void shouldNameTheLineThatHasNoText() throws Exception {
    byte[] old = (OLD_HEADER + "clock 17000000?0\n").getBytes(StandardCharsets.US_ASCII);
    old[old.length - 3] = (byte) 0xe9;
    Files.write(file(), old);
    IOException e =
        assertThrows(IOException.class, () -> ReplayRecord.open(file(), CacheBench.SKEW));
    assertEquals(
        file()
            + ":2: not a record of replay windows, expected clock SECONDS; remove the file to start"
            + " without",
        e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"r1.replay", "r1.replay.1", "r1.replay.nonces"})
  void shouldSayWithoutAStartThatAFileIsDamaged(String name) throws Exception {
    ReplayRecords.open(file(), 2, CacheBench.SKEW).forEach(ReplayRecord::close);
    Path damaged = Files.writeString(folder.resolve(name), "damaged\n");
    IOException e = assertThrows(IOException.class, () -> ReplayRecords.checkContents(file()));
    assertTrue(e.getMessage().startsWith(damaged.toString()), e.getMessage());
    assertTrue(e.getMessage().contains("expected"), e.getMessage());
    assertEquals("damaged\n", Files.readString(damaged));
  }
}
