package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.CompiledBundle;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wall clock that jumps ahead and is set right again lets nothing be replayed. */
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
    RouterBench first = bench(ReplayRecord.open(file));
    RouterBench.Flow flow = first.flow(first.source.admit(IDLE));
    byte[] old = flow.next("hello");
    first.pass(old);
    RouterBench ahead = new RouterBench(RouterBench.policy(false, false), null, ofDayAhead(file));
    ahead.source.admit(IDLE);
    ahead.pass(old);
    ahead.assertDropped(DropReason.REPLAYED, 1);
  }

  /** A record that a router has read and written whose clock was a day ahead from the beginning. */
  private static ReplayRecord ofDayAhead(Path file) throws Exception {
    ReplayRecord record = ReplayRecord.open(file);
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
    return ReplayRecord.open(file);
  }
}
