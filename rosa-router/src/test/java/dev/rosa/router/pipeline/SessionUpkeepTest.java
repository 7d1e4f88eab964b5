package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.session.CacheBench;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.router.session.ReplayRecorder;
import dev.rosa.router.session.SessionCache;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upkeep of sessions between packets: it never takes long, and takes no memory. */
class SessionUpkeepTest {

  private static final int BATCH = 8;
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  @Test
  void shouldForgetEndedSessionsAFewAtATime() {
    int sessions = 30_000;
    CacheBench bench = new CacheBench(2 * sessions, BATCH);
    bench.each(1, sessions + 1, 1);
    bench.set += 100;
    bench.each(sessions + 1L, 2L * sessions + 1, 1);
    SessionUpkeep upkeep = upkeep(bench, ReplayRecord.none());
    assertFalse(upkeep.step(2 * SECOND, bench.now), "it is not time yet");
    bench.now = bench.set - 50;
    boolean more = true;
    for (int step = 0; more; step++) {
      int before = bench.cache.live();
      more = upkeep.step(3 * SECOND, bench.now);
      assertTrue(before - bench.cache.live() <= 32);
      assertTrue(step < 10_000, "it does not come to an end");
    }
    assertEquals(sessions, bench.cache.live());
    bench.beginBatch();
    assertEquals(sessions, bench.remembered(sessions + 1L, 2L * sessions + 1));
  }

  @Test
  void shouldBeginAgainOnceASecond() {
    CacheBench bench = new CacheBench(100, BATCH);
    SessionUpkeep upkeep = upkeep(bench, ReplayRecord.none());
    for (int second = 3; second < 6; second++) {
      bench.set = bench.now + 10;
      bench.each(1, 21, 1);
      bench.now = bench.set + CacheBench.SKEW;
      assertFalse(upkeep.step(second * (SECOND + 1) - SECOND / 2, bench.now), "it is not time yet");
      assertEquals(20, bench.cache.live());
      while (upkeep.step(second * (SECOND + 1), bench.now)) {}
      assertEquals(0, bench.cache.live());
    }
  }

  @Test
  void shouldAllocateNothingForSessionsThatAreKnown() throws Exception {
    int sessions = 5_000;
    CacheBench bench = new CacheBench(sessions, BATCH);
    bench.each(1, sessions + 1, 1);
    ReplayRecord record = ReplayRecord.open(folder.resolve("r1.replay"), CacheBench.SKEW);
    SessionUpkeep upkeep = upkeep(bench, record);
    long[][] words = new long[sessions][];
    for (int i = 0; i < sessions; i++) {
      words[i] = bench.words(i + 1);
    }
    use(bench, words, upkeep, 0);
    record.settle();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = 0;
    for (int round = 1; round <= 20; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      use(bench, words, upkeep, round);
      allocated += threads.getCurrentThreadAllocatedBytes() - before;
      record.settle();
    }
    // A block of some thousand sessions is handed over by a queue's node.
    assertTrue(allocated < 20 * 4 * 64, allocated + " bytes for 20 rounds");
  }

  private static void use(CacheBench bench, long[][] words, SessionUpkeep upkeep, int round) {
    SessionCache cache = bench.cache;
    for (long[] session : words) {
      cache.beginBatch(bench.now);
      int place = cache.find(session, 0);
      cache.touch(place);
      cache.accept(place, round + 2);
      cache.memory().tryTake(place, round);
    }
    long nanos = (round + 3) * SECOND;
    while (upkeep.step(nanos, bench.now)) {}
  }

  private static SessionUpkeep upkeep(CacheBench bench, ReplayRecord record) {
    return new SessionUpkeep(
        bench.cache,
        new ReplayRecorder(bench.cache, record, task -> {}),
        () -> Catalogue.EMPTY,
        2 * SECOND - 1);
  }
}
