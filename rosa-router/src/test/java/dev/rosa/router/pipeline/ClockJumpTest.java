package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.session.CacheBench;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.router.session.SessionLimits;
import dev.rosa.session.SettledClock;
import dev.rosa.testkit.CompiledBundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wall clock that jumps, ahead or back, lets nothing be replayed and keeps nothing for ever. */
class ClockJumpTest {

  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();
  private static final long SECOND = 1_000_000_000L;
  private static final long DAY = 86_400;

  @TempDir Path folder;

  private static RouterBench bench(ReplayRecord record) {
    RouterBench bench = new RouterBench(RouterBench.policy(false, false), null, record);
    bench.passed = 0L;
    return bench;
  }

  @Test
  void shouldDropReplayWhenTheClockJumpedAheadAndWasSetRight() {
    RouterBench bench = bench(ReplayRecord.none());
    RouterBench.Flow flow = bench.flow(bench.source.admit(IDLE));
    byte[] old = flow.next("hello");
    bench.pass(old);
    bench.now = bench.now.plusSeconds(DAY);
    bench.sweep();
    bench.passed += 5 * SECOND;
    bench.sweep();
    bench.now = bench.now.minusSeconds(DAY - 5);
    bench.sweep();
    bench.pass(old, flow.next("later"));
    bench.assertDropped(DropReason.REPLAYED, 1);
    assertEquals(2, bench.io.sent.size());
  }

  @Test
  void shouldDropReplayWhenItsSessionMadeRoomWhileTheClockWasAhead() {
    RouterBench bench = bench(ReplayRecord.none());
    RouterBench.Flow flow = bench.flow(bench.source.admit(IDLE));
    byte[] old = flow.next("hello");
    bench.pass(old);
    bench.now = bench.now.plusSeconds(DAY);
    for (int i = 1; i <= 9; i++) {
      RouterBench.Flow other = bench.flow(flow.code);
      other.session += i;
      other.sst += DAY;
      other.set += DAY;
      bench.pass(other.next("push"));
    }
    bench.now = bench.now.minusSeconds(DAY);
    bench.pass(old);
    bench.assertDropped(DropReason.REPLAYED, 1);
  }

  @Test
  void shouldForgetASessionWhenItHasEndedByBothClocks() {
    RouterBench bench = bench(ReplayRecord.none());
    RouterBench.Flow flow = bench.flow(bench.source.admit(IDLE));
    bench.pass(flow.next("hello"));
    bench.now = bench.now.plusSeconds(62);
    bench.sweep();
    assertEquals(1, bench.worker.liveSessions());
    bench.passed += 62 * SECOND;
    bench.sweep();
    assertEquals(0, bench.worker.liveSessions());
  }

  @Test
  void shouldFollowTheWallClockAgainWhenAllSessionsOfBeforeTheJumpHaveEnded() {
    RouterBench bench = bench(ReplayRecord.none());
    RouterBench.Flow flow = bench.flow(bench.source.admit(IDLE));
    bench.pass(flow.next("hello"));
    bench.now = bench.now.plusSeconds(DAY);
    bench.sweep();
    bench.passed += 63 * SECOND;
    bench.now = bench.now.plusSeconds(63);
    bench.sweep();
    RouterBench.Flow later = bench.flow(flow.code);
    later.sst = bench.now.getEpochSecond();
    later.set = later.sst + 10;
    bench.pass(later.next("hello"));
    assertEquals(1, bench.worker.liveSessions());
    bench.passed += 13 * SECOND;
    bench.now = bench.now.plusSeconds(13);
    bench.sweep();
    assertEquals(0, bench.worker.liveSessions());
  }

  @Test
  void shouldDropReplayWhenTheRouterWasRestartedWhileTheClockWasAhead() throws Exception {
    Path file = folder.resolve("r1.replay");
    RouterBench first = bench(ReplayRecord.open(file, CacheBench.SKEW));
    RouterBench.Flow flow = first.flow(first.source.admit(IDLE));
    byte[] old = flow.next("hello");
    first.pass(old);
    RouterBench ahead = new RouterBench(RouterBench.policy(false, false), null, ofDayAhead(file));
    ahead.source.admit(IDLE);
    ahead.pass(old);
    ahead.assertDropped(DropReason.REPLAYED, 1);
  }

  /** Lets time pass by both clocks, and does what happens once a second. */
  private static void pass(RouterBench bench, long seconds) {
    bench.passed += seconds * SECOND;
    bench.now = bench.now.plusSeconds(seconds);
    bench.sweep();
  }

  @Test
  void shouldDropReplayWhenTheClockWasSetBackAfterItsSessionHadEnded() {
    RouterBench bench = bench(ReplayRecord.none());
    RouterBench.Flow flow = bench.flow(bench.source.admit(IDLE));
    byte[] old = flow.next("hello");
    bench.pass(old);
    pass(bench, 70);
    assertEquals(0, bench.worker.liveSessions());
    bench.now = bench.now.minusSeconds(70);
    bench.pass(old);
    bench.assertDropped(DropReason.WINDOW_LOST, 1);
    RouterBench.Flow later = bench.flow(flow.code);
    later.session++;
    later.set++;
    bench.pass(later.next("ends after all that was forgotten"));
    assertEquals(2, bench.io.sent.size());
  }

  @Test
  void shouldDropReplayWhenTheRouterWasRestartedWithAClockThatIsBehind() throws Exception {
    Path file = folder.resolve("r1.replay");
    RouterBench first = bench(ReplayRecord.open(file, CacheBench.SKEW));
    byte[] old = first.flow(first.source.admit(IDLE)).next("hello");
    first.pass(old);
    pass(first, 70);
    first.pass();
    // A record that is written anew has no floor of a session that has ended.
    Files.write(
        file,
        Files.readAllLines(file).stream()
            .filter(line -> !line.matches("[0-9a-f]{16} .*"))
            .toList());
    RouterBench behind = bench(ReplayRecord.open(file, CacheBench.SKEW));
    behind.source.admit(IDLE);
    behind.pass(old);
    behind.assertDropped(DropReason.WINDOW_LOST, 1);
  }

  @Test
  void shouldForgetEndedSessionsAfterAMomentAt1970() {
    RouterBench bench = bench(ReplayRecord.none());
    RouterBench.Flow flow = bench.flow(bench.source.admit(IDLE));
    bench.pass(flow.next("hello"));
    Instant right = bench.now;
    bench.now = Instant.ofEpochSecond(5);
    bench.sweep();
    assertEquals(1, bench.worker.liveSessions());
    bench.now = right;
    pass(bench, 61);
    assertEquals(1, bench.worker.liveSessions());
    pass(bench, 1);
    assertEquals(0, bench.worker.liveSessions());
  }

  @Test
  void shouldForgetFloorsWhenTheRouterBeganBeforeItsClockWasSet() {
    SettledClock clock = new SettledClock(5_000, 0, RouterBench.NOW, RouterBench.NOW + 60);
    long now = RouterBench.NOW * 1_000;
    assertEquals(6, clock.seconds(6_000, SECOND, 0));
    assertEquals(RouterBench.NOW + 3, clock.seconds(now + 1_000_000, 3 * SECOND, 0));
    assertEquals(RouterBench.NOW + 1_057, clock.seconds(now + 1_057_000, 60 * SECOND, 0));
  }

  @Test
  void shouldNotGoOnFromTheRecordOfAClockThatWasStuck() {
    long now = RouterBench.NOW * 1_000;
    SettledClock clock = new SettledClock(now, 0, 1_000, RouterBench.NOW + 60);
    assertEquals(RouterBench.NOW - DAY + 1, clock.seconds(now + 1_000, SECOND, 0));
    SettledClock unset = new SettledClock(5_000, 0, 1_000, RouterBench.NOW + 60);
    long day = DAY * SECOND;
    assertEquals(RouterBench.NOW + DAY, unset.seconds(now + DAY * 1_000, day, 0));
  }

  @Test
  void shouldKeepSessionsOfTwoJumpsUntilBothHaveReallyEnded() {
    long now = RouterBench.NOW * 1_000;
    SettledClock clock = new SettledClock(now, 0, 0, 0);
    long end = RouterBench.NOW + 60;
    assertEquals(RouterBench.NOW + 1, clock.seconds(now + 1_000, SECOND, end));
    long ahead = now + 3_600_000;
    assertEquals(RouterBench.NOW + 2, clock.seconds(ahead + 2_000, 2 * SECOND, 0));
    assertEquals(RouterBench.NOW + 3, clock.seconds(ahead + 3_000, 3 * SECOND, end + 3_660));
    assertEquals(RouterBench.NOW + 4, clock.seconds(now + 4_000, 4 * SECOND, 0));
    assertEquals(RouterBench.NOW + 70, clock.seconds(ahead + 70_000, 70 * SECOND, 0));
    assertEquals(RouterBench.NOW + 3_720, clock.seconds(ahead + 120_000, 120 * SECOND, 0));
  }

  @Test
  void shouldBoundTheRoomForFloorsHoweverManyARecordHas() {
    SessionLimits limits = new SessionLimits(1_000, Long.MAX_VALUE, 8);
    assertEquals(8_000, limits.departed(0));
    assertEquals(16_000, limits.departed(2_000));
    assertEquals(64_000, limits.departed(1_000_000_000));
    assertEquals(1 << 30, new SessionLimits(1 << 24, 1L << 40, 8).departed(Integer.MAX_VALUE));
  }

  /** A record that a router has read and written whose clock was a day ahead from the beginning. */
  private static ReplayRecord ofDayAhead(Path file) throws Exception {
    ReplayRecord record = ReplayRecord.open(file, CacheBench.SKEW);
    CacheBench bench = new CacheBench(100, 8);
    SettledClock clock =
        new SettledClock(
            (RouterBench.NOW + DAY) * 1_000,
            0,
            record.before().clockSeconds(),
            RouterBench.NOW + 62);
    bench.cache.settle(clock.seconds((RouterBench.NOW + DAY) * 1_000, SECOND, 0));
    bench.cache.restore(record.before(), RouterBench.NOW + DAY);
    assertTrue(bench.cache.departed().take(0x1234_5678_9abc_def0L) > 0);
    return ReplayRecord.open(file, CacheBench.SKEW);
  }
}
