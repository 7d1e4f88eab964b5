package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rosa.bundle.CompiledBundle;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.router.CodeSource.Answer;
import dev.rosa.router.CodeSource.Outcome;
import dev.rosa.router.RouterCounters.Event;
import java.nio.ByteBuffer;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** PROTOCOL §5 steps 6 and 10: what is fetched, how often, and who waits for it. */
class SlowPathTest {

  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(IDLE);

  @Test
  void shouldFetchSecretAndCodeOnceAndHandBackAllThatWaitedInOrder() throws Exception {
    bench.source.holdAnswers();
    RouterBench.Flow flow = bench.flow(idle);
    byte[][] packets = {flow.next("1"), flow.next("2"), flow.next("3")};
    bench.feed(packets);
    bench.feed();
    assertEquals(3, bench.worker.parkedNow());
    assertEquals(1, bench.source.asked.size());
    bench.source.releaseAnswers();
    bench.pass();
    assertEquals(2, bench.source.asked.size());
    for (int i = 0; i < packets.length; i++) {
      assertArrayEquals(packets[i], bench.io.sent.get(i));
    }
    bench.assertDropped(null, 0);
    bench.assertCounted(Event.RECEIVED, 3);
    bench.assertCounted(Event.VERIFIED, 3);
  }

  @Test
  void shouldDropTheOldestWhenMoreWaitForOneCodeThanThereIsRoomFor() throws Exception {
    bench.source.holdAnswers();
    RouterBench.Flow flow = bench.flow(idle);
    byte[] oldest = flow.next("0");
    bench.feed(oldest, flow.next("1"), flow.next("2"), flow.next("3"), flow.next("4"));
    assertEquals(4, bench.worker.parkedNow());
    bench.assertDropped(DropReason.PARKED_OVERFLOW, 1);
    bench.source.releaseAnswers();
    bench.pass();
    assertEquals(4, bench.io.sent.size());
  }

  @Test
  void shouldDropTheOldestOfAllWhenMoreWaitInAllThanThereIsRoomFor() throws Exception {
    bench.source.holdAnswers();
    CodeDigest other = bench.source.admit(CompiledBundle.onPacket("packet.session();").jar());
    RouterBench.Flow one = bench.flow(idle);
    RouterBench.Flow two = bench.flow(other);
    two.session++;
    bench.feed(one.next("1"), one.next("2"), one.next("3"), one.next("4"));
    bench.feed(two.next("1"), two.next("2"), two.next("3"));
    assertEquals(6, bench.worker.parkedNow());
    bench.assertDropped(DropReason.PARKED_OVERFLOW, 1);
  }

  @Test
  void shouldFetchNothingAndRememberNothingWhenEpochsAreMadeUp() throws Exception {
    RouterBench.Flow flow = bench.flow(idle);
    bench.source.holdAnswers();
    for (int epoch = 1; epoch <= 8; epoch++) {
      flow.epoch = epoch;
      bench.feed(flow.next("hello"));
    }
    assertEquals(2, bench.source.asked.size()); // the epoch there is, and the one to come
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 6);
  }

  @Test
  void shouldNotAcceptAReplayOfAPacketThatWaitsForItsCode() throws Exception {
    RouterBench.Flow flow = bench.flow(idle);
    byte[] packet = flow.next("hello");
    bench.feed(packet);
    bench.source.holdAnswers();
    bench.feed(packet);
    bench.source.releaseAnswers();
    bench.pass(packet);
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(DropReason.REPLAYED, 2);
  }

  @Test
  void shouldAskAgainAtOnceWhenTheCatalogueHasChangedSinceARefusal() {
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    Answer<CodeSecret> found = bench.source.secretAnswer;
    bench.source.secretAnswer = Answer.none(Outcome.UNKNOWN, "not yet");
    bench.pass(flow.next("too early"));
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 1);
    bench.source.secretAnswer = found;
    bench.source.push(
        new Catalogue.Entry(idle, "idle", true, Set.of(1, 2)), Catalogue.Revocations.NONE);
    bench.pass(flow.next("in time"));
    assertEquals(1, bench.io.sent.size());
  }

  @Test
  void shouldAskAgainWhenTheCatalogueChangedWhileARefusalWasOnItsWay() throws Exception {
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    Answer<CodeSecret> found = bench.source.secretAnswer;
    bench.source.secretAnswer = Answer.none(Outcome.UNKNOWN, "not yet");
    bench.source.holdAnswers();
    bench.feed(flow.next("early"));
    bench.source.push(
        new Catalogue.Entry(idle, "idle", true, Set.of(1, 2)), Catalogue.Revocations.NONE);
    bench.source.secretAnswer = found;
    bench.source.releaseAnswers();
    bench.pass();
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldRefuseCodeAndNotWaitForItForEverWhenLoadingItRunsOutOfMemory() {
    SlowPath.CodeLoader loader =
        (bundle, expected) -> {
          throw new OutOfMemoryError("as a bundle may bring about");
        };
    RouterCounters counters = new RouterCounters();
    SlowPath slowPath =
        new SlowPath(
            new RouterWorker.Supplies(
                bench.source,
                loader,
                Runnable::run,
                ReplayRecord.none(),
                Runnable::run,
                RouterBench.nonces()),
            new Parking(RouterBench.LIMITS),
            () -> {},
            counters);
    PacketJob job = new PacketJob();
    job.begin(new PacketBuffer(ByteBuffer.allocate(64), 0, 64), false);
    assertNull(slowPath.await(new Need.Bundle(idle), job, 0));
    slowPath.tend(0);
    assertEquals(1, counters.dropped(DropReason.CODE_INVALID));
  }

  @Test
  void shouldForgetSecretAndCodeWhenTheCatalogueNoLongerNamesThem() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    bench.source.push(
        new Catalogue.Entry(idle, "idle", true, Set.of(7)), Catalogue.Revocations.NONE);
    bench.pass();
    RouterBench.Flow later = bench.flow(idle);
    later.session++;
    bench.pass(later.next("hello"));
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 1);
  }
}
