package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.params.provider.ValueSource;

/** A session meets another worker after a restart: the record of the first is not its newest. */
class StaleFloorsTest {

  private static final int SESSIONS = 64;
  private static final int BATCH = 8;
  private static final long FLOODER = 0x666;
  private static final long OTHER = 0x111;
  private static final long SESSION = 4_711;
  private static final long LATER = 100;
  private static final int A = 0;
  private static final int B = 1;

  @TempDir Path folder;

  private long now = CacheBench.NOW;

  private Path file() {
    return folder.resolve("r1.replay");
  }

  private Path fileOf(int worker) {
    return worker == A ? file() : folder.resolve("r1.replay." + worker);
  }

  /** A run of a router with two workers. */
  private final class Run {
    private final List<ReplayRecord> records;
    private final List<CacheBench> benches = new ArrayList<>();
    private final List<ReplayRecorder> recorders = new ArrayList<>();

    Run() throws IOException {
      this(2, true);
    }

    Run(int workers, boolean hasRoom) throws IOException {
      records = ReplayRecords.open(file(), workers, CacheBench.SKEW);
      for (ReplayRecord record : records) {
        CacheBench bench =
            CacheBench.knowing(hasRoom ? record.before().count() : 0, SESSIONS, BATCH);
        bench.now = now;
        bench.cache.settle(now);
        bench.cache.restore(record.before(), now);
        benches.add(bench);
        recorders.add(new ReplayRecorder(bench.cache, record, Runnable::run));
      }
    }

    Answer answer(int worker, long user, long session, long sequence) {
      benches.get(worker).user = user;
      return benches.get(worker).answer(session, sequence);
    }

    void assertAccepted(int worker, long user, int from, int to) {
      for (int sequence = from; sequence <= to; sequence++) {
        assertEquals(Answer.ACCEPTED, answer(worker, user, SESSION, sequence), "no. " + sequence);
      }
    }

    void round(int worker) {
      recorders.get(worker).finish(benches.get(worker).now);
    }

    /** So many sessions of one user, which end late, that floors of most of them are lost. */
    void flood(int worker, long first) {
      now += 100;
      benches.forEach(bench -> bench.now = now);
      benches.get(worker).set += LATER;
      for (long session = first; session < first + 40 * SESSIONS; session++) {
        for (int sequence = 1; sequence <= 4; sequence++) {
          Answer unused = answer(worker, FLOODER, session, sequence);
        }
        if (session % 16 == 0) {
          round(worker);
        }
      }
      benches.get(worker).set -= LATER;
    }

    /** The file of a worker is replaced, as when it has become long. */
    void writeAnew(int worker) throws IOException {
      Files.delete(fileOf(worker));
      round(worker);
      assertTrue(Files.exists(fileOf(worker)));
    }

    void stop() {
      for (int worker = 0; worker < records.size(); worker++) {
        round(worker);
      }
      kill();
    }

    void kill() {
      records.forEach(ReplayRecord::close);
    }
  }

  private boolean hasLine(int worker, long session) throws IOException {
    return Files.readString(fileOf(worker)).contains("\n%016x ".formatted(session));
  }

  private void useWorkerA() throws IOException {
    Run first = new Run();
    first.assertAccepted(A, FLOODER, 1, 5);
    first.stop();
  }

  /** Uses the session at worker B until its floor is lost there, and not in the file any more. */
  private Run loseAtWorkerB() throws IOException {
    Run second = new Run();
    second.assertAccepted(B, FLOODER, 6, 9);
    second.round(B);
    second.flood(B, 1_000_000);
    assertEquals(Answer.WINDOW_LOST, second.answer(B, FLOODER, SESSION, 10));
    second.writeAnew(B);
    assertTrue(hasLine(A, SESSION) && !hasLine(B, SESSION));
    return second;
  }

  private void assertNothingIsAccepted(Run run) {
    for (int worker = A; worker <= B; worker++) {
      for (int sequence = 1; sequence <= 9; sequence++) {
        assertNotEquals(Answer.ACCEPTED, run.answer(worker, FLOODER, SESSION, sequence));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotTakeTheFloorOfAnotherWorkerForOneThatWasLost(boolean killed) throws Exception {
    useWorkerA();
    Run second = loseAtWorkerB();
    if (killed) {
      second.kill();
    } else {
      second.stop();
    }
    Run third = new Run();
    assertNothingIsAccepted(third);
    third.writeAnew(A);
    third.writeAnew(B);
    third.stop();
    assertNothingIsAccepted(new Run());
  }

  @Test
  void shouldNotTakeARestoredFloorThatWasWrittenAnewForOneThatWasLost() throws Exception {
    useWorkerA();
    Run second = loseAtWorkerB();
    second.writeAnew(A);
    second.stop();
    assertNothingIsAccepted(new Run());
  }

  /** The clock was ahead in the run in which the number is written that is not the newest. */
  @Test
  void shouldNotTakeAFloorForNewerBecauseTheClockWasAhead() throws Exception {
    now += 500;
    useWorkerA();
    now -= 500;
    loseAtWorkerB().stop();
    assertNothingIsAccepted(new Run());
  }

  @Test
  void shouldNotTakeTheFloorOfAFormerWorkerForOneThatWasLost() throws Exception {
    Run first = new Run();
    first.assertAccepted(B, FLOODER, 1, 5);
    first.stop();
    Run second = new Run(1, true);
    second.assertAccepted(A, FLOODER, 6, 9);
    second.flood(A, 1_000_000);
    second.writeAnew(A);
    second.stop();
    assertNothingIsAccepted(new Run());
  }

  @Test
  void shouldGoOnAfterRestartsWithASessionOfAUserWithoutLosses() throws Exception {
    Run run = new Run();
    run.assertAccepted(A, OTHER, 1, 5);
    run.stop();
    for (int restart = 1; restart <= 5; restart++) {
      run = new Run();
      run.flood(restart % 2, 1_000_000L * restart);
      run.writeAnew(A);
      run.writeAnew(B);
      if (restart % 2 == 1) {
        run.assertAccepted(restart / 2 % 2, OTHER, 5 + restart, 6 + restart);
      }
      run.stop();
    }
    run = new Run();
    assertEquals(Answer.REPLAYED, run.answer(A, OTHER, SESSION, 11));
    run.assertAccepted(A, OTHER, 12, 20);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldGoOnWithAnIdleSessionOfAUserWithLosses(boolean killed) throws Exception {
    Run first = new Run();
    first.flood(B, 1_000_000);
    first.assertAccepted(A, FLOODER, 1, 5);
    first.round(A);
    // It is idle from now on, and more losses of its user come after it.
    first.flood(B, 2_000_000);
    if (killed) {
      first.round(B);
      first.kill();
    } else {
      first.stop();
    }
    for (int idle = 0; idle < 3; idle++) {
      Run run = new Run();
      run.writeAnew(A);
      run.writeAnew(B);
      run.stop();
    }
    Run last = new Run();
    assertTrue(last.records.get(A).before().lost().count() > 0);
    for (int sequence = 1; sequence <= 5; sequence++) {
      assertEquals(Answer.REPLAYED, last.answer(B, FLOODER, SESSION, sequence));
    }
    last.assertAccepted(B, FLOODER, 6, 9);
  }

  @Test
  void shouldGoOnWithAnIdleSessionOfAFormerWorkerThoughItsUserHasLosses() throws Exception {
    Run first = new Run();
    first.flood(A, 1_000_000);
    first.assertAccepted(B, FLOODER, 1, 5);
    first.stop();
    new Run(1, true).stop();
    Run last = new Run(1, true);
    assertTrue(Files.notExists(fileOf(B)));
    assertTrue(last.records.get(A).before().lost().count() > 0);
    assertEquals(Answer.REPLAYED, last.answer(A, FLOODER, SESSION, 5));
    last.assertAccepted(A, FLOODER, 6, 9);
  }

  /** Any number of workers, stops, kills between rounds, and files that are written anew. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldAcceptNothingTwiceWhateverMeetsWhichWorker(long seed) throws Exception {
    Random random = new Random(seed);
    Map<Long, Long> accepted = new HashMap<>();
    int taken = 0;
    for (int restart = 0; restart < 16; restart++) {
      Run run = new Run(1 + random.nextInt(3), restart % 2 == 0);
      int shift = random.nextInt(3);
      int few = random.nextInt(2);
      for (int i = 0; i < 1_500; i++) {
        long session = 1L + random.nextInt(few == 0 ? 40 : 2_000);
        int worker = (int) ((session + shift) % run.records.size());
        long user = session % 10 == 0 ? OTHER : FLOODER;
        run.benches.get(worker).set = CacheBench.NOW + 3_000 + session % 50;
        long most = accepted.getOrDefault(session, 0L);
        if (run.answer(worker, user, session, most + 1) == Answer.ACCEPTED) {
          accepted.put(session, ++most);
          taken++;
        }
        long old = Math.max(1, most - random.nextInt(3));
        assertNotEquals(
            Answer.ACCEPTED, run.answer(worker, user, session, old), session + " no. " + old);
        if (i % 100 == 0) {
          now += 10;
          run.benches.forEach(bench -> bench.now = now);
          run.round(worker);
        }
        if (random.nextInt(700) == 0) {
          run.writeAnew(worker);
        }
      }
      if (random.nextBoolean()) {
        run.writeAnew(random.nextInt(run.records.size()));
      }
      run.stop();
    }
    assertTrue(taken > 2_000, taken + " were accepted once");
  }

  @Test
  void shouldTakeTheRunOfTheHighestNumberAndOfEqualOnesTheLatest() throws Exception {
    String lines = lost(" 3");
    lines += line(1, 5, " 2") + line(1, 4, " 3") + line(2, 4, " 3") + line(2, 5, " 2");
    lines += line(3, 5, " 2") + line(3, 5, " 3") + line(4, 5, " 3") + line(4, 5, " 2");
    lines += line(5, 5, " 3") + line(5, 4, " 2") + line(6, 5, "") + line(6, 5, " 4");
    lines += line(7, 5, "") + line(8, 5, " 0");
    Files.writeString(file(), ReplayRecordText.FIRST_HEADER + "\n" + lines);
    Run run = new Run(1, true);
    assertEquals(5, run.records.get(A).before().nextRun());
    List<Long> refused = new ArrayList<>();
    for (long session = 1; session <= 8; session++) {
      if (run.answer(A, FLOODER, session, 6) == Answer.WINDOW_LOST) {
        refused.add(session);
      }
    }
    assertEquals(List.of(1L, 2L, 7L, 8L), refused);
  }

  /** A record of before has no runs: any loss of it may be one of any floor that it has. */
  @Test
  void shouldTakeTheFloorsOfAnEarlierVersionForOlderThanItsLosses() throws Exception {
    String lines = line(1, 5, "") + lost("") + line(2, 5, "");
    Files.writeString(file(), ReplayRecordText.FIRST_HEADER + "\n" + lines);
    Run run = new Run(1, true);
    assertEquals(Answer.WINDOW_LOST, run.answer(A, FLOODER, 1, 6));
    // Ends of that version contain a skew that is not known: they count as later by it.
    run.benches.get(A).set += CacheBench.SKEW;
    assertEquals(Answer.WINDOW_LOST, run.answer(A, FLOODER, 2, 6));
    run.benches.get(A).set++;
    assertEquals(Answer.ACCEPTED, run.answer(A, FLOODER, 2, 6), "it ends later");
    run.stop();
    assertEquals(Answer.ACCEPTED, new Run(1, true).answer(A, FLOODER, 2, 7));
  }

  private static String line(long session, long highest, String run) {
    return "%016x %016x 1800000602 %08x%s%n".formatted(session, highest, flooder(), run);
  }

  private static String lost(String run) {
    return "lost %08x 1800000000 1800000602%s%n".formatted(flooder(), run);
  }

  private static int flooder() {
    CacheBench bench = new CacheBench(SESSIONS, BATCH);
    bench.user = FLOODER;
    return ContextWords.user(bench.words(1), 0);
  }

  /** The newest line of a session is pushed out at the start, then an older one is read. */
  @Test
  void shouldNotTakeAnOlderLineWhenThereIsNoRoomForAll() {
    ReplayFloors floors = new ReplayFloors(0);
    for (long session = 1; session <= 4_000; session++) {
      floors.add(session, 9, CacheBench.NOW + 602, flooder(), 1);
    }
    for (long session = 1; session <= 4_000; session++) {
      floors.add(session, 5, CacheBench.NOW + 602 + session % 2, flooder(), 1);
    }
    CacheBench bench = new CacheBench(SESSIONS, BATCH);
    bench.cache.settle(now);
    bench.cache.restore(floors, now);
    bench.user = FLOODER;
    for (long session = 1; session <= 4_000; session++) {
      assertNotEquals(Answer.ACCEPTED, bench.answer(session, 9), "session " + session);
    }
  }

  @Test
  void shouldTakeWhatBeganAfterTheLossThoughItsFloorMayBeOlder() throws Exception {
    useWorkerA();
    loseAtWorkerB().stop();
    Run third = new Run();
    third.benches.get(A).sst = now + CacheBench.SKEW + 1;
    assertEquals(Answer.REPLAYED, third.answer(A, FLOODER, SESSION, 5));
    third.assertAccepted(A, FLOODER, 6, 6);
    assertFalse(hasLine(B, SESSION));
  }
}
