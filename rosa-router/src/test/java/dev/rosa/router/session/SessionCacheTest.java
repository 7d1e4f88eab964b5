package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.crypto.PreparedKeys;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Sessions that a router remembers: their number, their time, and the order in which they make
 * room.
 */
class SessionCacheTest {

  private static final int BATCH = 8;
  private static final int MANY = 1_000;

  @Test
  void shouldFindASessionOnlyByEveryParameterOfItsKey() {
    CacheBench bench = new CacheBench(MANY, BATCH);
    int place = bench.alone(7, 1);
    long[] words = bench.words(7);
    assertEquals(place, bench.cache.find(words, 0));
    for (int bit = 0; bit < ContextWords.COUNT * Long.SIZE; bit++) {
      words[bit / Long.SIZE] ^= 1L << bit;
      assertEquals(SessionCache.NONE, bench.cache.find(words, 0), "bit " + bit);
      words[bit / Long.SIZE] ^= 1L << bit;
    }
  }

  @Test
  void shouldKeepSessionsApartWhenTheyHaveOneNumber() {
    CacheBench bench = new CacheBench(MANY, BATCH);
    int one = bench.alone(7, 1);
    long[] other = bench.words(7);
    other[1]++;
    CacheBench.CountingKey key = new CacheBench.CountingKey();
    int two = bench.cache.add(other, 0, new PreparedKeys(key, null));
    assertNotEquals(one, two);
    assertEquals(one, bench.find(7));
    assertEquals(two, bench.cache.find(other, 0));
    assertEquals(2, bench.cache.live());
  }

  @Test
  void shouldRememberNoMoreThanItMay() {
    CacheBench bench = new CacheBench(MANY, BATCH);
    bench.each(1, 5 * MANY, 1);
    assertEquals(MANY, bench.cache.live());
    assertEquals(MANY, bench.remembered(1, 5 * MANY));
  }

  @Test
  void shouldTakeNoMoreBytesThanItMay() {
    long bytes = 64 << 10;
    CacheBench bench = new CacheBench(MANY, bytes, BATCH);
    for (long session = 1; session < 3 * MANY; session++) {
      bench.alone(session, 1);
      assertTrue(bench.cache.liveBytes() <= bytes);
    }
    long each = bench.cache.liveBytes() / bench.cache.live();
    assertTrue(each > CacheBench.KEY_BYTES, "a session is said to take " + each + " bytes");
    assertTrue(bench.cache.liveBytes() > bytes - 2 * each, "room is left unused");
    bench.cache.forgetAll();
    assertEquals(0, bench.cache.liveBytes());
  }

  @Test
  void shouldKeepBusySessionsWhenAFloodOfNewOnesComes() {
    CacheBench bench = new CacheBench(MANY, BATCH);
    long busy = MANY / 10 * 8L;
    bench.each(1, busy + 1, 3);
    bench.each(10_000, 10_000 + 100L * MANY, 1);
    assertTrue(bench.remembered(1, busy + 1) >= busy * 9 / 10);
  }

  @Test
  void shouldKeepBusySessionsWhenTheFloodsSessionsComeBackAndTimePasses() {
    CacheBench bench = new CacheBench(MANY, BATCH);
    long busy = MANY / 10 * 8L;
    bench.each(1, busy + 1, 4);
    for (int second = 0; second < 100; second++) {
      bench.now++;
      long flood = 10_000 + second * (long) MANY;
      bench.each(flood, flood + MANY, 5);
      for (long session = 1L + second % 10; session <= busy; session += 10) {
        if (bench.has(session)) {
          bench.alone(session, 10 + second);
        }
      }
    }
    int left = bench.remembered(1, busy + 1);
    assertTrue(left >= busy * 9 / 10, left + " of " + busy + " with a packet every ten seconds");
  }

  @Test
  void shouldLetIdleSessionsGoWhenOthersBecomeBusy() {
    CacheBench bench = new CacheBench(MANY, BATCH);
    bench.set = CacheBench.NOW + 3_600;
    bench.each(1, MANY + 1, 4);
    bench.now += 120;
    long last = 10_000 + MANY / 10 * 8L;
    for (int round = 1; round <= 20; round++) {
      for (long session = 10_000; session < last; session++) {
        bench.alone(session, round);
      }
    }
    assertTrue(bench.remembered(10_000, last) >= (last - 10_000) * 9 / 10);
  }

  @Test
  void shouldLetNoSessionMakeRoomWhoseBatchIsUnderWay() {
    for (int sessions : new int[] {BATCH, BATCH + 1, 3 * BATCH, MANY}) {
      CacheBench bench = new CacheBench(sessions, BATCH);
      Random random = new Random(sessions);
      for (int batch = 0; batch < 500; batch++) {
        bench.beginBatch();
        Set<Long> present = new HashSet<>();
        // As the pipeline does it: first the sessions that are there, then the new ones.
        for (int i = 0; i < BATCH / 2; i++) {
          long session = 1L + random.nextInt(2 * sessions);
          if (bench.has(session)) {
            present.add(session);
            bench.packet(session, batch + 1);
          }
        }
        while (present.size() < BATCH) {
          long session = 1L + random.nextInt(20 * sessions);
          if (!bench.has(session)) {
            present.add(session);
            bench.packet(session, batch + 1);
          }
        }
        present.forEach(session -> assertTrue(bench.has(session)));
        assertTrue(bench.cache.live() <= sessions);
      }
    }
  }

  @Test
  void shouldServeNoSessionAfterItsEnd() {
    CacheBench bench = new CacheBench(MANY, BATCH);
    bench.set = CacheBench.NOW + 10;
    int place = bench.alone(7, 1);
    bench.now = bench.set + CacheBench.SKEW - 1;
    bench.beginBatch();
    assertEquals(place, bench.find(7));
    assertFalse(bench.cache.forgetIfEnded(place, bench.now));
    bench.now++;
    bench.beginBatch();
    assertEquals(SessionCache.NONE, bench.find(7));
    assertTrue(bench.cache.forgetIfEnded(place, bench.now));
    assertEquals(0, bench.cache.live());
    assertEquals(0, bench.cache.liveBytes());
    assertEquals(1, bench.keys.get(7L).destroyed);
    assertFalse(bench.cache.forgetIfEnded(place, bench.now));
  }

  @Test
  void shouldGoOnWhereASessionWasLeftWhenItComesBack() {
    CacheBench bench = new CacheBench(BATCH, BATCH);
    bench.each(1, 1 + BATCH, 1);
    bench.alone(70, 4_711);
    bench.each(100, 100 + BATCH, 1);
    assertFalse(bench.has(70));
    int place = bench.alone(70, 4_711);
    assertEquals(4_711, bench.cache.memory().highest(place));
    assertFalse(bench.cache.accept(place, 4_711));
    assertFalse(bench.cache.accept(place, 4_000));
    assertTrue(bench.cache.accept(place, 4_712));
  }

  @Test
  void shouldForgetNoFloorButThoseThatEndSoonestWhenTooManyDepart() {
    CacheBench bench = new CacheBench(MANY, BATCH);
    for (long session = 1; session <= 20 * MANY; session++) {
      bench.set = CacheBench.NOW + 10 + session % 100;
      bench.alone(session, session);
    }
    int kept = 0;
    bench.set = CacheBench.NOW + 10 + 99;
    for (long session = 99; session <= 18 * MANY; session += 100) {
      boolean known = bench.has(session) || bench.cache.departed().take(session) == session;
      kept += known ? 1 : 0;
    }
    assertTrue(kept > 18 * MANY / 100 * 95 / 100, kept + " of those that end last are known");
    assertTrue(bench.cache.departed().count() <= 16 * MANY);
  }

  @Test
  void shouldDestroyEveryKeyExactlyOnceAndNoneThatIsInUse() {
    CacheBench bench = new CacheBench(64, 64 << 10, BATCH);
    Random random = new Random(9);
    for (int i = 0; i < 50_000; i++) {
      bench.now = CacheBench.NOW + i / 50;
      long session = 1L + random.nextInt(300);
      // A session has one SET: its number says which.
      bench.set = CacheBench.NOW + session * 3;
      if (bench.set + CacheBench.SKEW > bench.now) {
        bench.alone(session, i + 1);
        assertEquals(0, bench.keys.get(session).destroyed);
      }
      bench.cache.forgetIfEnded(random.nextInt(Math.max(1, bench.cache.places())), bench.now);
    }
    long alive = bench.keys.values().stream().filter(key -> key.destroyed == 0).count();
    assertEquals(bench.cache.live(), alive);
    bench.cache.forgetAll();
    bench.keys.values().forEach(key -> assertEquals(1, key.destroyed));
    assertEquals(0, bench.cache.live());
    assertEquals(0, bench.cache.liveBytes());
  }

  @Test
  void shouldRefuseToBeSmallerThanABatch() {
    assertThrows(IllegalArgumentException.class, () -> new CacheBench(BATCH - 1, BATCH));
  }
}
