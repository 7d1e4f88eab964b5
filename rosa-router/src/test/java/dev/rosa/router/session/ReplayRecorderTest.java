package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ADR 0007: packets that can be replayed after a crash, with records in small steps. */
class ReplayRecorderTest {

  private static final int BATCH = 8;

  /** A round that has something to say also says what time it is, by two clocks. */
  private static final int CLOCK = 2;

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("r1.replay");
  }

  private Map<Long, Long> kept() throws IOException {
    ReplayFloors floors = ReplayRecord.open(file(), CacheBench.SKEW).before();
    Map<Long, Long> kept = new HashMap<>();
    for (int i = 0; i < floors.count(); i++) {
      kept.merge(floors.session(i), floors.highest(i), Math::max);
    }
    return kept;
  }

  private long lines() throws IOException {
    try (var lines = Files.lines(file())) {
      return lines.count();
    }
  }

  @Test
  void shouldCopyALittleAtATimeAndAllOfItInTheEnd() throws Exception {
    int sessions = 20_000;
    CacheBench bench = new CacheBench(sessions, BATCH);
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    ReplayRecorder recorder = new ReplayRecorder(bench.cache, record, Runnable::run);
    bench.each(1, sessions + 1, 2);
    recorder.begin();
    int steps = 1;
    while (recorder.step(bench.now)) {
      steps++;
    }
    assertFalse(recorder.isUnderWay());
    assertTrue(steps > sessions / (256 + 64), steps + " steps");
    Map<Long, Long> kept = kept();
    assertEquals(sessions, kept.size());
    assertTrue(kept.values().stream().allMatch(highest -> highest == 2));
  }

  @Test
  void shouldWriteOnlyWhatChanged() throws Exception {
    CacheBench bench = new CacheBench(1_000, BATCH);
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    ReplayRecorder recorder = new ReplayRecorder(bench.cache, record, Runnable::run);
    bench.each(1, 1_001, 1);
    recorder.finish(bench.now);
    long before = lines();
    bench.alone(3, 5);
    bench.alone(500, 6);
    recorder.finish(bench.now);
    assertEquals(before + 2 + CLOCK, lines());
    recorder.finish(bench.now);
    assertEquals(before + 2 + CLOCK, lines());
    assertEquals(5, kept().get(3L));
  }

  @Test
  void shouldWaitForTheWriterWhenItIsSlow() throws Exception {
    int sessions = 40_000;
    CacheBench bench = new CacheBench(sessions, BATCH);
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    List<Runnable> late = new ArrayList<>();
    ReplayRecorder recorder = new ReplayRecorder(bench.cache, record, late::add);
    bench.each(1, sessions + 1, 1);
    recorder.begin();
    // The look at the file.
    late.remove(0).run();
    while (recorder.step(bench.now)) {
      assertTrue(late.size() <= 4);
    }
    assertTrue(recorder.isUnderWay(), "all blocks are on their way, and something is left");
    assertTrue(kept().isEmpty());
    late.get(0).run();
    assertTrue(recorder.step(bench.now));
    recorder.finish(bench.now);
    late.forEach(Runnable::run);
    assertEquals(sessions, kept().size());
  }

  /** Sessions come, go, depart and come back while rounds are under way, some of them anew. */
  @Test
  void shouldLeaveNothingOutThatWasAcceptedTwoRoundsAgoWheneverItCrashes() throws Exception {
    CacheBench bench = new CacheBench(256, BATCH);
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    ReplayRecorder recorder = new ReplayRecorder(bench.cache, record, Runnable::run);
    Random random = new Random(11);
    Map<Long, Long> accepted = new HashMap<>();
    Map<Long, Long> twoAgo = new HashMap<>();
    long most = 0;
    boolean shrank = false;
    for (int round = 1; round <= 150; round++) {
      Map<Long, Long> atBegin = new HashMap<>(accepted);
      recorder.begin();
      do {
        for (int i = 0; i < 200; i++) {
          long session = 1L + random.nextInt(random.nextInt(10) == 0 ? 450 : 200);
          long sequence = accepted.merge(session, 1L, Long::sum);
          bench.alone(session, sequence);
        }
      } while (recorder.step(bench.now));
      Map<Long, Long> kept = kept();
      twoAgo.forEach(
          (session, highest) -> assertTrue(kept.get(session) >= highest, "session " + session));
      twoAgo = atBegin;
      shrank |= lines() < most;
      most = Math.max(most, lines());
    }
    assertTrue(shrank, "the file is never written anew");
    assertTrue(most < 40_000, most + " lines");
  }

  @Test
  void shouldMakeUpForWhatCouldNotBeWritten() throws Exception {
    CacheBench bench = new CacheBench(100, BATCH);
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    ReplayRecorder recorder = new ReplayRecorder(bench.cache, record, Runnable::run);
    bench.each(1, 50, 1);
    // An interrupt of a thread that writes closes its file.
    Thread.currentThread().interrupt();
    recorder.finish(bench.now);
    assertTrue(Thread.interrupted());
    bench.alone(77, 1);
    recorder.finish(bench.now);
    assertEquals(50, kept().size());
  }

  @Test
  void shouldWriteTheFileAnewWhenThatIsPossibleAgain() throws Exception {
    CacheBench bench = new CacheBench(100, BATCH);
    ReplayRecord record = ReplayRecord.open(file(), CacheBench.SKEW);
    ReplayRecorder recorder = new ReplayRecorder(bench.cache, record, Runnable::run);
    Path obstacle = Files.createDirectory(RecordFile.sibling(file()));
    Files.createFile(obstacle.resolve("full"));
    for (int number = 1; !record.isLong(50); number++) {
      assertTrue(number < 500, "the file is never long");
      bench.each(1, 51, number);
      recorder.finish(bench.now);
    }
    Files.delete(obstacle.resolve("full"));
    recorder.finish(bench.now);
    assertFalse(record.isLong(50));
    assertTrue(lines() < 100, lines() + " lines");
    assertEquals(50, kept().size());
  }
}
