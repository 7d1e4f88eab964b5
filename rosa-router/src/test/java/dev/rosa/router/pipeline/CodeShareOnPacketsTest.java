package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** PROTOCOL §5 step 12: packets whose code takes long, while others wait. */
class CodeShareOnPacketsTest {

  private static final int BATCH = 8;
  private static final int MANY = 100;
  private static final CompiledBundle HEAVY =
      CompiledBundle.onPacket("int n = 0; for (int i = 0; i < 100_000; i++) n ^= i;")
          .attribute("Rosa-Fuel", "10000");

  /** Takes a little less fuel than what counts. */
  private static final CompiledBundle MEDIUM =
      CompiledBundle.onPacket("int n = 0; for (int i = 0; i < 20_000; i++) n ^= i;")
          .attribute("Rosa-Fuel", "10000");

  /** One whose packets run for five milliseconds each, and another user. */
  private RouterBench bench;

  private RouterBench.Flow heavy;
  private RouterBench.Flow light;

  private void begin(int unverifiedPerSecond) {
    RouterWorker.Sizes sizes =
        new RouterWorker.Sizes(
            BATCH, 2_048, BATCH, Long.MAX_VALUE, unverifiedPerSecond, RouterBench.LIMITS);
    bench = new RouterBench(RouterBench.policy(false, false), null, ReplayRecord.none(), sizes);
    heavy = bench.flow(bench.source.admit(HEAVY.jar()));
    light = bench.flow(bench.source.admit(CompiledBundle.onPacket("").jar()));
    light.user[0] = 1;
    light.session = 77;
    bench.passed = 0L;
    bench.pass(heavy.next("first"), light.next("first"));
    bench.tickNanos = 5_000_000;
  }

  private void passBatches(int heavyOfEach, int lightOfEach) throws IOException {
    for (int i = 0; i < MANY; i++) {
      byte[][] packets = new byte[heavyOfEach + lightOfEach][];
      for (int j = 0; j < packets.length; j++) {
        packets[j] = (j < heavyOfEach ? heavy : light).next("packet");
      }
      bench.feed(packets);
    }
  }

  private long dropped() {
    return bench.worker.counters().dropped(DropReason.SHARE_EXCEEDED);
  }

  @Test
  void shouldDropPacketsOfAUserBeyondItsShareWhenOthersWait() throws IOException {
    begin(1_000);
    passBatches(BATCH - 1, 1);
    assertTrue(dropped() > MANY * (BATCH - 1) / 2, dropped() + " dropped");
    bench.assertDropped(DropReason.SHARE_EXCEEDED, dropped());
    bench.assertCounted(Event.FORWARDED, 2 + MANY * BATCH - dropped());
  }

  @Test
  void shouldDropPacketsThatTakeLongForLittleFuel() throws IOException {
    begin(1_000);
    passBatches(0, BATCH);
    assertTrue(dropped() > MANY * BATCH / 2, dropped() + " dropped");
  }

  @Test
  void shouldNotCountTheRunsOfOthersWithAUsers() throws IOException {
    begin(1_000);
    light = bench.flow(bench.source.admit(MEDIUM.jar()));
    light.user[0] = 1;
    light.session = 78;
    // Not so long that the clock is read behind each of them.
    bench.tickNanos = BATCH * 75_000;
    for (int i = 0; i < MANY; i++) {
      byte[][] packets = new byte[BATCH][];
      for (int j = 0; j < BATCH; j++) {
        packets[j] = (j < BATCH - 1 ? light : heavy).next("packet");
      }
      bench.feed(packets);
    }
    assertEquals(0, dropped());
  }

  @Test
  void shouldRunAllWhenNoneWaits() throws IOException {
    begin(1_000);
    passBatches(BATCH - 2, 1);
    assertEquals(0, dropped());
  }

  @Test
  void shouldRunAllOfACaptureWhichHasNoLimits() throws IOException {
    begin(UnverifiedLimit.NONE);
    passBatches(BATCH - 1, 1);
    assertEquals(0, dropped());
  }
}
