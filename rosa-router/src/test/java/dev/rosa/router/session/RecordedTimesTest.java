package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.session.CacheBench.Answer;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A record's times do not contain the skew: the next run may have another. */
class RecordedTimesTest {

  private static final int SESSIONS = 64;
  private static final int BATCH = 8;
  private static final long USER = 0x666;
  private static final long LATEST_END = 0xffff_fffeL;

  @TempDir Path folder;

  private long now = CacheBench.NOW;

  private Path file() {
    return folder.resolve("r1.replay");
  }

  /** A run of a router with this skew. */
  private final class Run {
    private final long skew;
    private final List<ReplayRecord> records;
    private final List<CacheBench> benches = new ArrayList<>();
    private final List<ReplayRecorder> recorders = new ArrayList<>();

    Run(int workers, long skew) throws IOException {
      this.skew = skew;
      records = ReplayRecords.open(file(), workers, skew);
      for (ReplayRecord record : records) {
        CacheBench bench = CacheBench.ofSkew(skew, record.before().count(), SESSIONS, BATCH);
        bench.user = USER;
        bench.cache.settle(now);
        bench.cache.restore(record.before(), now);
        benches.add(bench);
        recorders.add(new ReplayRecorder(bench.cache, record, Runnable::run));
      }
    }

    boolean takes(long sst, long set) {
      return now >= sst - skew && now < set + skew;
    }

    Answer answer(int worker, long sst, long set, long session, long sequence) {
      CacheBench bench = benches.get(worker);
      bench.now = now;
      bench.sst = sst;
      bench.set = set;
      return bench.answer(session, sequence);
    }

    void round(int worker) {
      for (int place = 0; place < benches.get(worker).cache.places(); place++) {
        if (benches.get(worker).cache.isTaken(place)) {
          boolean unused = benches.get(worker).cache.forgetIfEnded(place, now);
        }
      }
      recorders.get(worker).finish(now);
    }

    void stop() {
      for (int worker = 0; worker < records.size(); worker++) {
        round(worker);
        records.get(worker).close();
      }
    }
  }

  private static ReplayFloors floors(long end, long moment) {
    ReplayFloors floors = new ReplayFloors(1);
    floors.add(7, 3, end, 1, 2);
    floors.lost().add(1, moment, end, 2);
    floors.noteEnded(end);
    floors.setClock(1_700_000_000L);
    floors.setLatest(moment);
    return floors;
  }

  private void write(long skew, ReplayFloors floors) throws IOException {
    ReplayRecord record = ReplayRecord.open(file(), skew);
    ReplayRecord.Block block = record.freeBlock();
    block.floors.addAll(floors);
    block.syncs = true;
    record.hand(block);
    record.settle();
    record.close();
  }

  private void assertRead(long skew, long end, long moment) throws IOException {
    ReplayRecord record = ReplayRecord.open(file(), skew);
    ReplayFloors read = record.before();
    record.close();
    assertEquals(1, read.count());
    assertEquals(7, read.session(0));
    assertEquals(3, read.highest(0));
    assertEquals(end, read.endSeconds(0));
    assertEquals(2, read.run(0));
    assertEquals(1, read.lost().count());
    assertEquals(end, read.lost().endSeconds(0));
    assertEquals(moment, read.lost().momentSeconds(0));
    assertEquals(2, read.lost().run(0));
    assertEquals(end, read.endedSeconds());
    assertEquals(1_700_000_000L, read.clockSeconds());
    assertEquals(moment, read.latestSeconds());
  }

  /** Lines of a file behind its header, without their checksums. */
  static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .skip(1)
        .map(line -> line.substring(0, line.lastIndexOf(' ')))
        .toList();
  }

  @Test
  void shouldWriteTimesWithoutTheSkew() throws Exception {
    write(120, floors(1_800_000_120L, 1_799_999_000L));
    assertEquals("rosa replay record 4", Files.readAllLines(file()).get(0));
    assertEquals(
        List.of(
            "0000000000000007 0000000000000003 1800000000 00000001 2",
            "lost 00000001 1799999120 1800000000 2",
            "ended 1800000000",
            "clock 1700000000",
            "latest 1799999120"),
        lines(file()));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 120, 300})
  void shouldReadWhatItWroteWhenTheSkewIsTheSame(long skew) throws Exception {
    for (long end : new long[] {skew + 1, 1_800_000_000L, LATEST_END - 1, LATEST_END}) {
      Files.deleteIfExists(file());
      write(skew, floors(end, 1_799_999_000L));
      assertRead(skew, end, 1_799_999_000L);
    }
  }

  @Test
  void shouldReadTimesOfTheSkewOfNow() throws Exception {
    write(120, floors(1_800_000_120L, 1_799_999_000L));
    assertRead(0, 1_800_000_000L, 1_799_999_120L);
    assertRead(300, 1_800_000_300L, 1_799_998_820L);
  }

  /** The real end of a session is not known if it did not fit. */
  @ParameterizedTest
  @ValueSource(longs = {0, 120, 300})
  void shouldNotReadAnEndAsEarlierThatDidNotFit(long skew) throws Exception {
    write(120, floors(LATEST_END, 1_799_999_000L));
    assertRead(skew, LATEST_END, 1_799_999_120L - skew);
  }

  @Test
  void shouldFitAnEndThatIsTooLateWithTheSkewOfNow() throws Exception {
    write(0, floors(LATEST_END - 10, 1_799_999_000L));
    assertRead(120, LATEST_END, 1_799_998_880L);
  }

  @Test
  void shouldWriteNoTimeBelowZero() throws Exception {
    ReplayFloors floors = new ReplayFloors(1);
    floors.add(7, 3, 5, 1, 2);
    floors.lost().add(1, 5, 6, 2);
    write(120, floors);
    assertEquals(
        List.of("0000000000000007 0000000000000003 0 00000001 2", "lost 00000001 125 0 2"),
        lines(file()));
    ReplayFloors read = ReplayRecord.open(file(), 300).before();
    assertEquals(0, read.endedSeconds());
    assertEquals(0, read.lost().momentSeconds(0));
  }

  /** Its first packet was accepted before SST by the skew of that run. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldKnowWhatWasLostWhenTheSkewIsSmallerNow(int workers) throws Exception {
    Run first = new Run(workers, 120);
    long sst = now + 100;
    long set = sst + 600;
    List<Long> accepted = new ArrayList<>();
    for (long session = 1; session <= 40 * SESSIONS; session++) {
      assertTrue(first.takes(sst, set));
      if (first.answer(0, sst, set, session, 1) == Answer.ACCEPTED) {
        accepted.add(session);
      }
    }
    first.round(0);
    // A record that is written anew has no line of a session whose floor was lost.
    Files.delete(file());
    first.stop();
    now += 100;
    int worker = workers - 1;
    Run second = new Run(workers, 2);
    assertTrue(second.takes(sst, set) && accepted.size() > 8 * SESSIONS);
    for (long session : accepted) {
      assertNotEquals(Answer.ACCEPTED, second.answer(worker, sst, set, session, 1));
    }
    long later = CacheBench.NOW + 121;
    assertEquals(Answer.ACCEPTED, second.answer(worker, later, set, 99_000_000, 1));
  }

  /** Its last number came behind the last round, and it had ended when the next one began. */
  @Test
  void shouldNotTakeARecordedNumberForTheLastOfASessionThatHasEnded() throws Exception {
    Run first = new Run(1, 1);
    long set = now + 1;
    assertEquals(Answer.ACCEPTED, first.answer(0, now, set, 7, 1));
    first.round(0);
    assertEquals(Answer.ACCEPTED, first.answer(0, now, set, 7, 2));
    now += 2;
    first.stop();
    assertTrue(lines(file()).contains(floor(7, 1, set, first)));
    Run second = new Run(1, 120);
    assertTrue(second.takes(now, set));
    assertNotEquals(Answer.ACCEPTED, second.answer(0, CacheBench.NOW, set, 7, 2));
    assertEquals(Answer.ACCEPTED, second.answer(0, CacheBench.NOW, set + 1, 8, 1));
  }

  private static String floor(long session, long highest, long set, Run run) {
    int user = ContextWords.user(run.benches.get(0).words(session), 0);
    return "%016x %016x %d %08x 1".formatted(session, highest, set, user);
  }

  /** A session of before is lost in a run in which it cannot have begun by the clock. */
  @ParameterizedTest
  @CsvSource({"300, 0, 2, false", "2, 200, 2, false", "2, 200, 2, true", "300, 200, 0, true"})
  void shouldRefuseARestoredSessionThatIsLostBeforeItBegins(
      long skewBefore, long ahead, long skew, boolean another) throws Exception {
    now += ahead;
    Run first = new Run(1, skewBefore);
    long sst = CacheBench.NOW + 200;
    long set = sst + 600;
    assertEquals(Answer.ACCEPTED, first.answer(0, sst, set, 4_711, 1));
    first.stop();
    now -= ahead;
    if (another) {
      Run second = new Run(1, skew);
      assertEquals(Answer.ACCEPTED, second.answer(0, now, set, 4_712, 1));
      second.stop();
    }
    Run last = new Run(1, skew);
    flood(last, set + 100);
    now += 200;
    assertTrue(last.takes(sst, set));
    assertEquals(Answer.WINDOW_LOST, last.answer(0, sst, set, 4_711, 1));
  }

  /** So many sessions that floors of most are lost. */
  private void flood(Run run, long set) {
    for (long session = 1_000_000; session < 1_000_000 + 40 * SESSIONS; session++) {
      for (int sequence = 1; sequence <= 4; sequence++) {
        Answer unused = run.answer(0, now - 10, set, session, sequence);
      }
    }
  }

  /** A clock that was ahead counts no longer than a session that it may have opened. */
  @Test
  void shouldForgetTheLatestTimeWithTheSessionsOfBefore() throws Exception {
    now += 100_000;
    Run first = new Run(1, 2);
    now -= 100_000;
    long set = now + 60;
    assertEquals(Answer.ACCEPTED, first.answer(0, now, set, 4_711, 1));
    first.stop();
    Run second = new Run(1, 2);
    assertEquals(now + 100_000, second.benches.get(0).cache.departed().latestSeconds());
    now += 62;
    flood(second, now + 600);
    assertEquals(now, second.benches.get(0).cache.departed().latestSeconds());
    assertEquals(Answer.ACCEPTED, second.answer(0, now + 3, now + 300, 99_000_000, 1));
    second.stop();
    assertEquals(now, ReplayRecord.open(file(), 2).before().latestSeconds());
  }

  @Test
  void shouldTakeTheLargestSkewForThatOfARunThatIsNotKnown() throws Exception {
    ReplayFloors floors = new ReplayFloors(1);
    floors.add(7, 3, now + 600, 1, 2);
    CacheBench bench = CacheBench.ofSkew(2, 1, SESSIONS, BATCH);
    bench.cache.settle(now);
    bench.cache.restore(floors, now);
    assertEquals(now + 298, bench.cache.departed().latestSeconds());
    CacheBench without = CacheBench.ofSkew(2, 0, SESSIONS, BATCH);
    without.cache.restore(new ReplayFloors(0), now);
    assertEquals(now, without.cache.departed().latestSeconds());
  }

  /** Sessions come, end and are lost, with another skew and number of workers in every run. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldAcceptNothingTwiceWhateverTheSkewOfEachRunIs(long seed) throws Exception {
    Random random = new Random(seed);
    long[] skews = {0, 1, 2, 60, 120, 300};
    Map<Long, Long> accepted = new HashMap<>();
    int taken = 0;
    for (int restart = 0; restart < 24; restart++) {
      Run run = new Run(1 + random.nextInt(2), skews[random.nextInt(skews.length)]);
      int shift = random.nextInt(2);
      boolean replays = restart % 2 == 1;
      for (int i = 0; i < 3_000; i++) {
        long session = 1L + random.nextInt(6_000);
        long sst = CacheBench.NOW + session / 5 - 60;
        long set = sst + 20 + session % 100;
        int worker = (int) ((session + shift) % run.records.size());
        long most = accepted.getOrDefault(session, 0L);
        if (run.takes(sst, set) && most > 0) {
          assertNotEquals(
              Answer.ACCEPTED,
              run.answer(worker, sst, set, session, most),
              "session %d in run %d with skew %d".formatted(session, restart, run.skew));
        }
        if (run.takes(sst, set)
            && !(replays && i < 1_500)
            && run.answer(worker, sst, set, session, most + 1) == Answer.ACCEPTED) {
          accepted.put(session, most + 1);
          taken++;
        }
        if (i % 100 == 0) {
          now++;
          run.round(worker);
        }
      }
      run.stop();
      now += random.nextInt(30);
    }
    assertTrue(taken > 2_000, taken + " were accepted once");
  }
}
