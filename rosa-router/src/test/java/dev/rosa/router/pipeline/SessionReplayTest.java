package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CompiledBundle;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** PROTOCOL §5 step 8 where the cache is too small, or a session is about to end. */
class SessionReplayTest {

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(CompiledBundle.onPacket("").jar());

  @Test
  void shouldDropReplayWhenItsSessionHadToMakeRoomInTheCache() {
    RouterBench.Flow flow = bench.flow(idle);
    byte[] old = flow.next("hello");
    bench.pass(old);
    for (int i = 1; i <= 8; i++) {
      RouterBench.Flow other = bench.flow(idle);
      other.session += i;
      bench.pass(other.next("push"));
    }
    bench.pass(old, flow.next("later"));
    bench.assertDropped(DropReason.REPLAYED, 1);
    assertEquals(8, bench.worker.liveSessions());
  }

  @Test
  void shouldLetNoSessionMakeRoomWhilePacketsOfItAreInTheBatch() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    byte[] old = flow.next("again");
    byte[][] packets = new byte[8][];
    packets[0] = old;
    for (int i = 1; i < packets.length; i++) {
      RouterBench.Flow elder = bench.flow(idle);
      elder.session += i;
      bench.pass(elder.next("make room"));
      RouterBench.Flow other = bench.flow(idle);
      other.session -= i;
      packets[i] = other.next("push");
    }
    bench.pass(packets);
    bench.pass(old);
    bench.assertDropped(DropReason.REPLAYED, 1);
  }

  @Test
  void shouldHaveDestroyedAllKeysWhenTheWorkerEnds() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    assertTrue(bench.worker.sessionBytes() > 0);
    bench.worker.run();
    assertEquals(0, bench.worker.liveSessions());
    assertEquals(0, bench.worker.sessionBytes());
  }

  @Test
  void shouldDropReplayWhenItsSessionMadeRoomBetweenItsEndAndTheSkew() {
    RouterBench.Flow flow = bench.flow(idle);
    flow.set = RouterBench.NOW + 1;
    byte[] old = flow.next("hello");
    bench.pass(old);
    bench.now = Instant.ofEpochSecond(flow.set + 1);
    for (int i = 1; i <= 8; i++) {
      RouterBench.Flow other = bench.flow(idle);
      other.session += i;
      bench.pass(other.next("push"));
    }
    bench.pass(old);
    bench.assertDropped(DropReason.REPLAYED, 1);
  }

  @Test
  void shouldDropReplayWhenItsSessionHasEndedAndOnlyTheSkewLetsPacketsIn() throws Exception {
    byte[] packet = bench.flow(idle).next("hello");
    bench.pass(packet);
    bench.now = bench.now.plusSeconds(61);
    bench.sweep();
    bench.pass(packet);
    bench.assertDropped(DropReason.REPLAYED, 1);
    bench.now = bench.now.plusSeconds(1);
    bench.sweep();
    assertEquals(0, bench.worker.liveSessions());
  }
}
