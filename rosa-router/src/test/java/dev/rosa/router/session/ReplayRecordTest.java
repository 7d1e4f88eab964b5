package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.router.pipeline.DropReason;
import dev.rosa.router.pipeline.RouterBench;
import dev.rosa.router.session.ReplayRecord.Disk;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the answer to replays survives a restart. */
class ReplayRecordTest {

  private static final String HEADER = ReplayRecordText.FIRST_HEADER + "\n";
  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();

  @TempDir Path folder;

  @Test
  void shouldDropPacketsOfBeforeWhenTheRouterWasRestarted() throws Exception {
    RouterBench first = bench();
    RouterBench.Flow flow = first.flow(first.source.admit(IDLE));
    byte[] old = flow.next("before");
    first.pass(old);
    RouterBench second = bench();
    second.source.admit(IDLE);
    second.pass(old, flow.next("after"));
    second.assertDropped(DropReason.REPLAYED, 1);
    assertEquals(1, second.io.sent.size());
  }

  @Test
  void shouldKeepSessionsThatMadeRoomAndThoseThatDidNotComeBackYet() throws Exception {
    RouterBench first = bench();
    RouterBench.Flow[] flows = new RouterBench.Flow[9];
    byte[][] old = new byte[flows.length][];
    for (int i = 0; i < flows.length; i++) {
      flows[i] = first.flow(first.source.admit(IDLE));
      flows[i].session += i;
      old[i] = flows[i].next("before");
      first.pass(old[i]);
    }
    bench().pass();
    RouterBench third = bench();
    third.source.admit(IDLE);
    for (byte[] packet : old) {
      third.pass(packet);
    }
    third.assertDropped(DropReason.REPLAYED, flows.length);
  }

  @Test
  void shouldBeWrittenOnceASecondSoThatACrashLosesLittle() throws Exception {
    RouterBench first = bench();
    RouterBench.Flow flow = first.flow(first.source.admit(IDLE));
    byte[] old = flow.next("before");
    first.feed(old);
    first.sweep();
    RouterBench afterCrash = bench();
    afterCrash.source.admit(IDLE);
    afterCrash.pass(old);
    afterCrash.assertDropped(DropReason.REPLAYED, 1);
  }

  @Test
  void shouldBelongToItsOwnerAlone() throws Exception {
    bench().pass();
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
  }

  @Test
  void shouldNotGoBackToAnOlderStateWhenItsWritingComesLast() throws Exception {
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    hand(record, 7, 1, 9);
    hand(record, 7, 2, 9);
    record.settle();
    record.settle();
    assertEquals(List.of("7 1 9", "7 2 9"), contents());
  }

  @Test
  void shouldNameTheFileWhenTheDiskIsFull() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full));
    FileChannel channel = FileChannel.open(full, StandardOpenOption.WRITE);
    IOException e =
        assertThrows(IOException.class, () -> RecordFile.writeHeader(channel, file(), 1));
    assertTrue(e.getMessage().startsWith(file() + ": cannot be written: "), e.getMessage());
  }

  @Test
  void shouldBeKeptByOneRouterAtATime() throws Exception {
    RecordLock first = RecordLock.of(file());
    IOException e = assertThrows(IOException.class, () -> RecordLock.of(file()));
    assertEquals(
        file()
            + ": another router that runs keeps its replay windows there, expected a file of this"
            + " one's own",
        e.getMessage());
    first.close();
    RecordLock.of(file()).close();
    RecordLock.of(null).close();
  }

  @Test
  void shouldLetOneRouterAtATimeKeepTheDomainsState() throws Exception {
    RecordLock first = RecordLock.ofState(folder);
    IOException e = assertThrows(IOException.class, () -> RecordLock.ofState(folder));
    assertEquals(
        folder
            + ": another router that runs keeps the domain's state there, expected a folder of"
            + " this one's own",
        e.getMessage());
    first.close();
    RecordLock.ofState(folder).close();
    RecordLock.ofState(null).close();
  }

  @Test
  void shouldSayWhatWasExpectedWhenItsFolderIsNotThere() {
    Path record = folder.resolve("nowhere/r1.replay");
    IOException e = assertThrows(IOException.class, () -> RecordLock.of(record));
    assertEquals(
        record
            + ".lock: cannot be made, expected a folder that can be written; there is no such"
            + " folder",
        e.getMessage());
  }

  @Test
  void shouldNameFileAndLineWhenTheRecordIsDamaged() throws Exception {
    Files.writeString(file(), "rosa replay record 1\n0123456789abcdef 00\n");
    IOException refused =
        assertThrows(IOException.class, () -> ReplayRecord.open(file(), CacheBench.SKEW));
    assertTrue(refused.getMessage().contains("r1.replay:2: not a record"), refused.getMessage());
  }

  /** A file with a hole of 8 GiB is one line that would not fit into the heap. */
  @Test
  void shouldRefuseRecordWithALineWithoutEnd() throws Exception {
    try (RandomAccessFile sparse = new RandomAccessFile(file().toFile(), "rw")) {
      sparse.setLength(8L << 30);
    }
    IOException refused =
        assertThrows(IOException.class, () -> ReplayRecord.open(file(), CacheBench.SKEW));
    assertTrue(refused.getMessage().contains("expected lines of 80"), refused.getMessage());
  }

  @Test
  void shouldRefuseRecordWhoseHeaderDoesNotEnd() throws Exception {
    Files.writeString(file(), ReplayRecordText.HEADER);
    IOException refused =
        assertThrows(IOException.class, () -> ReplayRecord.open(file(), CacheBench.SKEW));
    assertTrue(refused.getMessage().contains("r1.replay:1: not a record"), refused.getMessage());
    assertEquals(ReplayRecordText.HEADER, Files.readString(file()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lost 00000001 -9 -9|lost USER MOMENT END RUN",
        "lost 00000001 9 100000000000|lost USER MOMENT END RUN",
        "lost 00000001 9|lost USER MOMENT END RUN",
        "lost 00000001 9 9 9 9|lost USER MOMENT END RUN",
        "lost 00000001 9 9 -9|lost USER MOMENT END RUN",
        "clock -1|clock SECONDS",
        "ended 100000000000|ended SECONDS",
        "latest -1|latest SECONDS",
        "0000000000000001 0000000000000001 -1 00000001|SESSION HIGHEST END USER RUN",
        "0000000000000001 0000000000000001 100000000000|SESSION HIGHEST END USER RUN",
        "0000000000000001 0000000000000001 9 00000001 -1|SESSION HIGHEST END USER RUN",
        "0000000000000001 0000000000000001 9 00000001 1000000000|SESSION HIGHEST END USER RUN",
        "0000000000000001 0000000000000001 9 00000001 1 1|SESSION HIGHEST END USER RUN"
      })
  void shouldRefuseTimesThatNoRouterWrites(String line, String expected) throws Exception {
    Files.writeString(file(), HEADER + line + "\n");
    IOException refused =
        assertThrows(IOException.class, () -> ReplayRecord.open(file(), CacheBench.SKEW));
    assertEquals(
        file()
            + ":2: not a record of replay windows, expected "
            + expected
            + "; remove the file to start without",
        refused.getMessage());
  }

  @Test
  void shouldGoOnWithoutTheLineThatACrashLeftUnfinished() throws Exception {
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    hand(record, 7, 1, 9);
    hand(record, 8, 3, 9);
    record.settle();
    long size = Files.size(file());
    try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
      channel.truncate(size - 3);
    }
    ReplayRecord next = ReplayRecord.open(file(), CacheBench.SKEW);
    hand(next, 9, 4, 4_294_967_293L);
    next.settle();
    assertEquals(List.of("7 1 9", "9 4 4294967293"), contents());
  }

  @Test
  void shouldReadNumbersAboveTheMiddleAsTheyAre() throws Exception {
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    hand(record, -1, Long.MIN_VALUE, 1_800_000_000L);
    record.settle();
    assertEquals(List.of("-1 -9223372036854775808 1800000000"), contents());
  }

  @Test
  void shouldKnowInEveryWorkerWhatAnyHasKeptEvenIfThereWereMoreOfThem() throws Exception {
    List<ReplayRecord> three = ReplayRecords.open(file(), 3, CacheBench.SKEW);
    for (int worker = 0; worker < 3; worker++) {
      hand(three.get(worker), worker, 10 + worker, 9);
      three.get(worker).settle();
    }
    for (ReplayRecord record : ReplayRecords.open(file(), 2, CacheBench.SKEW)) {
      assertEquals(3, record.before().count());
      assertEquals(12, record.before().highest(2));
    }
    assertEquals(List.of("0 10 9", "2 12 9"), contents());
  }

  @Test
  void shouldMergeRecordsOfFormerWorkersOnceAndRemoveThem() throws Exception {
    String clock = "clock 1700000000\n";
    Files.writeString(file(), HEADER + "clock 1800000000\n");
    Files.writeString(worker(1), HEADER + floor(1) + "lost 00000001 5 6\nended 7\n" + clock);
    Files.writeString(worker(2), HEADER + floor(2) + clock);
    ReplayRecord merging = ReplayRecords.open(file(), 1, CacheBench.SKEW).get(0);
    assertEquals(2, merging.before().count());
    assertTrue(Files.notExists(worker(1)) && Files.notExists(worker(2)));
    ReplayFloors kept = ReplayRecords.open(file(), 1, CacheBench.SKEW).get(0).before();
    assertEquals(2, kept.count());
    assertEquals(1_800_000_000L, kept.clockSeconds());
    assertEquals(7 + CacheBench.SKEW, kept.endedSeconds());
    assertEquals(6 + CacheBench.SKEW, kept.lost().endSeconds(0));
  }

  @Test
  void shouldMergeTheRecordsOfAnyNumberOfFormerWorkers() throws Exception {
    Files.writeString(file(), HEADER);
    for (int worker = 1; worker < 64; worker++) {
      Files.writeString(worker(worker), HEADER + floor(worker));
    }
    assertEquals(63, ReplayRecords.open(file(), 1, CacheBench.SKEW).get(0).before().count());
    assertEquals(63, contents().size());
  }

  @Test
  void shouldMergeMoreFloorsThanABlockHas() throws Exception {
    StringBuilder text = new StringBuilder(HEADER);
    for (int i = 0; i <= 2 * ReplayRecord.FLOORS_PER_BLOCK; i++) {
      text.append(floor(i));
    }
    Files.writeString(file(), HEADER);
    Files.writeString(worker(1), text);
    ReplayRecords.open(file(), 1, CacheBench.SKEW);
    assertEquals(2 * ReplayRecord.FLOORS_PER_BLOCK + 1, contents().size());
  }

  @Test
  void shouldKeepRecordsOfFormerWorkersUntilTheDiskHasWhatTheyKept() throws Exception {
    Files.writeString(file(), HEADER);
    Files.writeString(worker(1), HEADER + floor(1));
    for (Path old : List.of(file(), worker(1))) {
      ReplayRecord.open(old, CacheBench.SKEW).close();
    }
    Disk broken =
        channel -> {
          assertTrue(Files.exists(worker(1)));
          throw new IOException("as a broken disk");
        };
    ReplayRecord record = ReplayRecords.open(file(), 1, CacheBench.SKEW, broken).get(0);
    assertTrue(Files.exists(worker(1)));
    assertTrue(record.isLong(1), "is to be written anew");
    ReplayRecords.open(file(), 1, CacheBench.SKEW);
    assertTrue(Files.notExists(worker(1)));
    assertEquals(1, ReplayRecords.open(file(), 1, CacheBench.SKEW).get(0).before().highest(0));
  }

  private static String floor(int number) {
    return "%016x %016x 1800000000 00000001%n".formatted(number, number);
  }

  private Path worker(int index) {
    return folder.resolve("r1.replay." + index);
  }

  @Test
  void shouldBeOnTheDiskOnceForEveryRoundAndHaveAllOfItsLinesThen() throws Exception {
    List<Long> sizes = new ArrayList<>();
    ReplayRecord record =
        ReplayRecord.open(file(), CacheBench.SKEW, channel -> sizes.add(channel.size()));
    RouterBench bench = new RouterBench(RouterBench.policy(false, false), null, record);
    RouterBench.Flow flow = bench.flow(bench.source.admit(IDLE));
    bench.feed(flow.next("first"));
    bench.sweep();
    assertEquals(List.of(Files.size(file())), sizes);
    bench.sweep();
    assertEquals(1, sizes.size(), "nothing changed");
    bench.feed(flow.next("second"));
    bench.sweep();
    assertEquals(2, sizes.size());
    assertEquals(Files.size(file()), sizes.get(1));
  }

  @Test
  void shouldBeWrittenAnewWhenTheDiskMayHaveForgottenSomething() throws Exception {
    List<IOException> failures = new ArrayList<>(List.of(new IOException("as a broken disk")));
    ReplayRecord record =
        ReplayRecord.open(
            file(),
            CacheBench.SKEW,
            channel -> {
              if (!failures.isEmpty()) {
                throw failures.remove(0);
              }
            });
    hand(record, 7, 1, 9);
    assertFalse(record.isLong(1));
    record.settle();
    assertTrue(record.isLong(1));
    ReplayRecord.Block all = record.freeBlock();
    all.floors.add(7, 1, 9, 1, 1);
    all.begins = true;
    all.ends = true;
    all.syncs = true;
    record.hand(all);
    record.settle();
    assertFalse(record.isLong(1));
    assertEquals(List.of("7 1 9"), contents());
  }

  private static void hand(ReplayRecord record, long session, long highest, long end) {
    ReplayRecord.Block block = record.freeBlock();
    block.floors.add(session, highest, end, 1, 1);
    block.syncs = true;
    record.hand(block);
  }

  private List<String> contents() throws IOException {
    ReplayFloors floors = ReplayRecord.open(file(), CacheBench.SKEW).before();
    List<String> all = new ArrayList<>();
    for (int i = 0; i < floors.count(); i++) {
      all.add(floors.session(i) + " " + floors.highest(i) + " " + floors.endSeconds(i));
    }
    return all;
  }

  private Path file() {
    return folder.resolve("r1.replay");
  }

  private RouterBench bench() throws IOException {
    return new RouterBench(
        RouterBench.policy(false, false), null, ReplayRecord.open(file(), CacheBench.SKEW));
  }
}
