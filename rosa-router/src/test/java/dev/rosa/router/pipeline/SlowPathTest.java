package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** PROTOCOL §5 steps 6 and 10: fetches, their number, and the packets that wait for them. */
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
  void shouldServePacketsThatWaitedBehindOneThatUsesUpItsFuel() throws Exception {
    byte[] endless = CompiledBundle.onPacket("while (packet.payloadByte(0) == 'x') { }").jar();
    RouterBench.Flow flow = bench.flow(bench.source.admit(endless));
    bench.source.holdAnswers();
    byte[][] packets = {flow.next("1"), flow.next("x"), flow.next("2")};
    bench.feed(packets);
    assertEquals(3, bench.worker.parkedNow());
    bench.source.releaseAnswers();
    bench.pass();
    assertEquals(2, bench.io.sent.size());
    assertArrayEquals(packets[0], bench.io.sent.get(0));
    assertArrayEquals(packets[2], bench.io.sent.get(1));
    bench.assertDropped(DropReason.FUEL_EXHAUSTED, 1);
    assertEquals(0, bench.worker.parkedNow());
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
    assertEquals(List.of(new AwaitedItem.Secret(idle, 1)), bench.source.asked);
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 6);
    assertEquals(2, bench.worker.parkedNow()); // for the epoch there is, and the one to come
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
  void shouldServePacketsOfAnEpochThatIsAnnouncedAfterTheyCame() throws Exception {
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    byte[] packet = flow.next("ahead of the catalogue");
    bench.feed(packet);
    bench.feed();
    assertEquals(List.of(), bench.source.asked);
    announce(1, 2);
    bench.pass();
    assertArrayEquals(packet, bench.io.sent.get(0));
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldDropThePacketsOfAnEpochThatNoCatalogueAnnounces() {
    RouterBench impatient =
        new RouterBench(
            RouterBench.policy(false, false),
            null,
            ReplayRecord.none(),
            new RouterWorker.Sizes(8, 2_048, 8, RouterBench.LIMITS.withoutAnnouncements()));
    RouterBench.Flow flow = impatient.flow(impatient.source.admit(IDLE));
    flow.epoch = 2;
    try (CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      impatient.pass(flow.next("1"), flow.next("2"), flow.next("3"));
      assertEquals(List.of(), log.lines());
    }
    assertEquals(List.of(), impatient.source.asked);
    impatient.assertDropped(DropReason.UNKNOWN_EPOCH, 3);
  }

  @Test
  void shouldTakeNoRoomFromOthersForPacketsOfAnEpochThatIsNotAnnounced() throws Exception {
    bench.source.holdAnswers();
    RouterBench.Flow genuine = bench.flow(idle);
    bench.feed(genuine.next("1"), genuine.next("2"), genuine.next("3"));
    RouterBench.Flow early = bench.flow(idle);
    early.epoch = 2;
    early.session++;
    bench.feed(early.next("1"), early.next("2"), early.next("3"));
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 2);
    bench.source.releaseAnswers();
    announce(1, 2);
    bench.pass();
    assertEquals(4, bench.io.sent.size());
  }

  private void announce(Integer... epochs) {
    bench.source.push(new Catalogue.Entry(idle, "idle", true, Set.of(epochs)), Revocations.NONE);
  }

  @Test
  void shouldAskAgainAtOnceWhenTheCatalogueHasChangedSinceARefusal() {
    announce(1, 2);
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    Answer<CodeSecret> found = bench.source.secretAnswer;
    bench.source.secretAnswer = Answer.none(Outcome.UNKNOWN, "not yet");
    bench.pass(flow.next("too early"));
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 1);
    bench.source.secretAnswer = found;
    announce(1, 2);
    bench.pass(flow.next("in time"));
    assertEquals(1, bench.io.sent.size());
  }

  @Test
  void shouldTellOfRefusalsInFewLinesWhenTheCatalogueChangesAgainAndAgain() throws Exception {
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    bench.source.secretAnswer = Answer.none(Outcome.UNKNOWN, "not here");
    try (CapturedLog log = CapturedLog.of(SlowPath.class)) {
      for (int i = 0; i < 100; i++) {
        announce(1, 2);
        bench.pass(flow.next("too early"));
      }
      bench.assertDropped(DropReason.UNKNOWN_EPOCH, 100);
      assertEquals(60, log.linesWith("not here").size());
    }
  }

  @Test
  void shouldAskAgainAtOnceWhenAnotherCodeServerAnswersUnderTheSameCatalogue() {
    RouterBench.Flow flow = bench.flow(idle);
    Answer<CodeSecret> found = bench.source.secretAnswer;
    bench.source.secretAnswer = Answer.none(Outcome.CORRUPT, "other bytes");
    bench.pass(flow.next("of a stolen one"));
    bench.assertDropped(DropReason.CODE_INVALID, 1);
    bench.source.secretAnswer = found;
    bench.pass(flow.next("still of it"));
    bench.assertDropped(DropReason.CODE_INVALID, 2);

    bench.source.server = "cs2";
    bench.pass(flow.next("of the next one"));
    assertEquals(1, bench.io.sent.size());
  }

  @Test
  void shouldAskAgainWhenAnotherCodeServerAnswersWhileARefusalWasOnItsWay() throws Exception {
    RouterBench.Flow flow = bench.flow(idle);
    Answer<CodeSecret> found = bench.source.secretAnswer;
    bench.source.secretAnswer = Answer.none(Outcome.UNKNOWN, "none");
    bench.source.holdAnswers();
    bench.feed(flow.next("early"));
    bench.source.server = "cs2";
    bench.source.secretAnswer = found;
    bench.source.releaseAnswers();
    bench.pass();
    assertEquals(1, bench.io.sent.size());
  }

  @Test
  void shouldAskAgainWhenTheCatalogueChangedWhileARefusalWasOnItsWay() throws Exception {
    announce(1, 2);
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    Answer<CodeSecret> found = bench.source.secretAnswer;
    bench.source.secretAnswer = Answer.none(Outcome.UNKNOWN, "not yet");
    bench.source.holdAnswers();
    bench.feed(flow.next("early"));
    announce(1, 2);
    bench.source.secretAnswer = found;
    bench.source.releaseAnswers();
    bench.pass();
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldForgetSecretAndCodeWhenTheCatalogueNoLongerNamesThem() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    announce(7);
    bench.pass();
    RouterBench.Flow later = bench.flow(idle);
    later.session++;
    bench.pass(later.next("hello"));
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 1);
  }

  @Test
  void shouldTakeNoPacketOfALiveSessionWhenItsEpochHasLeftTheCatalogue() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("in time"));
    announce(5);
    bench.pass(flow.next("1"), flow.next("2"), flow.next("3"));
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 3);
  }

  @Test
  void shouldDestroyTheKeysOfASessionWhoseEpochHasLeftTheCatalogue() {
    RouterBench.Flow flow = bench.flow(idle);
    byte[] first = flow.next("in time");
    bench.pass(first);
    bench.worker.sweep();
    assertEquals(1, bench.worker.liveSessions());
    announce(5);
    bench.worker.sweep();
    assertEquals(0, bench.worker.liveSessions());
    announce(1);
    bench.pass(first, flow.next("the epoch has come back"));
    assertEquals(2, bench.io.sent.size(), "its numbers are not forgotten");
    bench.assertDropped(DropReason.REPLAYED, 1);
  }

  @Test
  void shouldHoldNoSecretWhoseEpochHasEndedWhileItWasOnItsWay() throws Exception {
    RouterBench.Flow flow = bench.flow(idle);
    bench.source.holdAnswers();
    bench.feed(flow.next("hello"));
    announce(5);
    bench.source.releaseAnswers();
    bench.pass();
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 1);
    announce(1);
    bench.pass(flow.next("the epoch has come back"));
    assertEquals(
        2, bench.source.asked.stream().filter(new AwaitedItem.Secret(idle, 1)::equals).count());
  }

  @Test
  void shouldFetchTheComingSecretOfACodeInUseBeforeItsPacketsCome() throws Exception {
    bench.pass(bench.flow(idle).next("hello"));
    CodeDigest unused = bench.source.admit(CompiledBundle.onPacket("packet.session();").jar());
    announce(1, 2);
    bench.pass();
    assertEquals(
        List.of(
            new AwaitedItem.Secret(idle, 1),
            new AwaitedItem.Bundle(idle),
            new AwaitedItem.Secret(idle, 2)),
        bench.source.asked);
    bench.source.holdAnswers();
    RouterBench.Flow next = bench.flow(idle);
    next.epoch = 2;
    next.session++;
    bench.pass(next.next("not parked"));
    assertEquals(2, bench.io.sent.size());
    assertEquals(
        List.of(), bench.source.asked.stream().filter(a -> a.code().equals(unused)).toList());
  }
}
