package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.session.CacheBench.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One user's many sessions let no packet of another's be accepted twice, nor refuse any. */
class LostFloorsTest {

  private static final int SESSIONS = 1_024;
  private static final int BATCH = 8;
  private static final int VICTIMS = 50;
  private static final long ATTACKER = 0x666;
  private static final long FIRST_OF_ATTACK = 1_000_000;

  @TempDir Path folder;

  private final CacheBench bench = new CacheBench(SESSIONS, BATCH);

  private static void assertAll(Answer expected, CacheBench bench, long sequence) {
    for (long victim = 1; victim <= VICTIMS; victim++) {
      bench.user = userOf(victim);
      assertEquals(expected, bench.answer(victim, sequence), "session " + victim);
    }
  }

  /** Ten sessions each. */
  private static long userOf(long victim) {
    return 1 + victim / 10;
  }

  /**
   * Sessions of one user, four packets each, that end later than all others; returns how many of
   * others were not let in meanwhile.
   */
  private int attack(CacheBench bench, int times) {
    int refused = 0;
    long set = bench.set;
    for (long i = 0; i < (long) times * SESSIONS; i++) {
      bench.user = ATTACKER;
      bench.set = set + 3_000;
      for (int sequence = 1; sequence <= 4; sequence++) {
        Answer unused = bench.answer(FIRST_OF_ATTACK + i, sequence);
      }
      bench.set = set;
      if (i % 100 == 0) {
        bench.user = 0x900 + i % 7;
        refused += bench.answer(500_000 + i, 1) == Answer.ACCEPTED ? 0 : 1;
      }
    }
    return refused;
  }

  @Test
  void shouldAcceptNoReplayAfterAnotherUsersSessionsHavePushedAllElseOut() {
    for (int sequence = 1; sequence <= 5; sequence++) {
      assertAll(Answer.ACCEPTED, bench, sequence);
    }
    bench.now += 60;
    assertEquals(0, attack(bench, 16), "sessions of other users that were refused");
    assertAll(Answer.REPLAYED, bench, 5);
    assertAll(Answer.ACCEPTED, bench, 6);
  }

  @Test
  void shouldRefuseWhatCouldBeAReplayOfASessionWhoseFloorWasLost() {
    bench.user = ATTACKER;
    int accepted = 0;
    for (long session = 1; session <= 40 * SESSIONS; session++) {
      bench.now = CacheBench.NOW + session / 100;
      bench.sst = bench.now;
      accepted += bench.answer(session, 1) == Answer.ACCEPTED ? 1 : 0;
    }
    assertTrue(accepted > 30 * SESSIONS, accepted + " were accepted once");
    int lost = 0;
    for (long session = 1; session <= 40 * SESSIONS; session++) {
      bench.sst = CacheBench.NOW + session / 100;
      Answer answer = bench.answer(session, 1);
      assertTrue(answer != Answer.ACCEPTED, "session " + session);
      lost += answer == Answer.WINDOW_LOST ? 1 : 0;
    }
    assertTrue(lost > 10 * SESSIONS, lost + " floors were lost");
    bench.sst = bench.now + CacheBench.SKEW + 1;
    assertEquals(Answer.ACCEPTED, bench.answer(99_000_000, 1), "it began after the loss");
    bench.sst = CacheBench.NOW - 600;
    bench.set++;
    assertEquals(Answer.ACCEPTED, bench.answer(99_000_001, 1), "it ends later than all that");
  }

  @Test
  void shouldKeepSessionsOfOthersWhenOneUserHasMoreThanItsShare() {
    for (long victim = 1; victim <= VICTIMS; victim++) {
      bench.user = userOf(victim);
      assertEquals(Answer.ACCEPTED, bench.answer(victim, 1));
    }
    bench.now += 120;
    int unused = attack(bench, 16);
    bench.beginBatch();
    int there = 0;
    for (long victim = 1; victim <= VICTIMS; victim++) {
      bench.user = userOf(victim);
      there += bench.has(victim) ? 1 : 0;
    }
    assertTrue(there >= VICTIMS * 9 / 10, there + " of " + VICTIMS + " are remembered");
  }

  @Test
  void shouldKnowAfterARestartWhatWasLostBefore() throws Exception {
    Path file = folder.resolve("r1.replay");
    ReplayRecorder recorder =
        new ReplayRecorder(bench.cache, ReplayRecord.open(file, CacheBench.SKEW), Runnable::run);
    assertAll(Answer.ACCEPTED, bench, 5);
    assertEquals(0, attack(bench, 24));
    recorder.finish(bench.now);
    ReplayFloors before = ReplayRecord.open(file, CacheBench.SKEW).before();
    assertEquals(bench.now, before.clockSeconds());
    assertTrue(before.lost().count() > 0);
    CacheBench after = new CacheBench(SESSIONS, BATCH);
    after.cache.settle(after.now);
    after.cache.restore(before, after.now);
    assertAll(Answer.REPLAYED, after, 5);
    after.user = ATTACKER;
    after.set += 3_000;
    for (long i = 0; i < 24L * SESSIONS; i++) {
      assertTrue(after.answer(FIRST_OF_ATTACK + i, 1) != Answer.ACCEPTED, "session " + i);
    }
    after.set -= 3_000;
    after.user = 0x901;
    assertEquals(Answer.ACCEPTED, after.answer(77_000_000, 1));
  }

  /** The record has the number of an earlier round: what came since must not come again. */
  @ParameterizedTest
  @ValueSource(ints = {12, 40})
  void shouldNotGoBackToAnOlderRecordedFloorOfALostOne(int times) throws Exception {
    Path file = folder.resolve("r1.replay");
    ReplayRecorder recorder =
        new ReplayRecorder(bench.cache, ReplayRecord.open(file, CacheBench.SKEW), Runnable::run);
    bench.user = ATTACKER;
    long end = FIRST_OF_ATTACK + (long) times * SESSIONS;
    for (long session = FIRST_OF_ATTACK; session < end; session++) {
      Answer unused = bench.answer(session, 1);
      if (session % 256 == 0) {
        recorder.finish(bench.now);
      }
    }
    recorder.finish(bench.now);
    List<Long> accepted = new ArrayList<>();
    for (long session = FIRST_OF_ATTACK; session < end; session++) {
      if (bench.answer(session, 2) == Answer.ACCEPTED) {
        accepted.add(session);
      }
    }
    assertTrue(accepted.size() > SESSIONS, accepted.size() + " accepted");
    recorder.finish(bench.now);
    CacheBench after = new CacheBench(SESSIONS, BATCH);
    after.cache.settle(after.now);
    after.cache.restore(ReplayRecord.open(file, CacheBench.SKEW).before(), after.now);
    after.user = ATTACKER;
    for (long session : accepted) {
      assertTrue(after.answer(session, 2) != Answer.ACCEPTED, "session " + session);
    }
  }

  @Test
  void shouldTakeAllUsersForOneWhenTooManyLostFloors() {
    LostFloors lost = new LostFloors();
    for (int user = 1; user <= 100; user++) {
      lost.add(user, 1_000 + user, 2_000 + user, 3_000 + user);
    }
    assertEquals(64, lost.count());
    assertTrue(lost.mayInclude(3, 1_003, 2_003));
    assertFalse(lost.mayInclude(3, 1_101, 2_003));
    assertTrue(lost.mayInclude(99, 1_099, 2_099));
    assertTrue(lost.mayInclude(4_711, 1_100, 2_100));
    assertFalse(lost.mayInclude(4_711, 1_100, 2_101));
    assertEquals(3_100, lost.latestRun(3, 2_003));
    assertEquals(3_003, lost.run(2));
    assertEquals(3_100, lost.latestRun(4_711, 2_100));
    assertEquals(0, lost.latestRun(4_711, 2_101));
    List<Integer> users = new ArrayList<>();
    for (int i = 0; i < lost.count(); i++) {
      users.add(lost.user(i));
    }
    assertEquals(63, users.indexOf(LostFloors.ANY));
  }
}
