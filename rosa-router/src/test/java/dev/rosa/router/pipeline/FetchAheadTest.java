package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.router.catalogue.FetchedBundle;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.catalogue.ScriptedCodeSource;
import dev.rosa.testkit.CompiledBundle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Code and secrets that a router fetches before packets ask for them, and those that it does not.
 */
class FetchAheadTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(IDLE);

  private void offer(CodeDigest code, boolean permitted, Integer... epochs) {
    bench.source.push(
        new Catalogue.Entry(code, "code", permitted, Set.of(epochs)), Revocations.NONE);
  }

  private static CodeDigest digest(int number) {
    return CodeDigest.ofBundle(new byte[] {(byte) number});
  }

  @Test
  void shouldServeTheFirstPacketWithoutAFetchWhenCodeAndSecretCameAhead() throws Exception {
    assertEquals(1, bench.worker.fetchAhead(PATIENCE));
    assertEquals(
        List.of(new AwaitedItem.Secret(idle, 1), new AwaitedItem.Bundle(idle)), bench.source.asked);
    bench.source.holdAnswers();
    bench.feed(bench.flow(idle).next("hello"));
    assertEquals(1, bench.io.sent.size());
    assertEquals(2, bench.source.asked.size());
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldLoadAgainForAPacketWhatWasForgotten() throws Exception {
    bench.worker.fetchAhead(PATIENCE);
    bench.worker.forget(idle);
    bench.feed(bench.flow(idle).next("hello"));
    bench.feed();
    assertEquals(
        List.of(
            new AwaitedItem.Secret(idle, 1),
            new AwaitedItem.Bundle(idle),
            new AwaitedItem.Bundle(idle)),
        bench.source.asked);
  }

  @Test
  void shouldFetchNothingAheadUnlessToldTo() throws Exception {
    bench.feed();
    assertEquals(List.of(), bench.source.asked);
  }

  @Test
  void shouldLeaveCodeAloneWhenThisRouterMayNotHaveIt() throws Exception {
    offer(idle, false, 1);
    assertEquals(0, bench.worker.fetchAhead(PATIENCE));
    assertEquals(List.of(), bench.source.asked);
  }

  @Test
  void shouldFetchTheNewestSecretsOnlyAndTakeEpochsAsUnsigned() throws Exception {
    offer(idle, true, 1, 2, -1);
    bench.worker.fetchAhead(PATIENCE);
    assertEquals(
        List.of(
            new AwaitedItem.Secret(idle, -1),
            new AwaitedItem.Secret(idle, 2),
            new AwaitedItem.Bundle(idle)),
        bench.source.asked);
  }

  @Test
  void shouldFetchCodeBehindManyThatHaveNoSecret() throws Exception {
    List<Catalogue.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      entries.add(new Catalogue.Entry(digest(i), "0" + i, true, Set.of()));
    }
    entries.add(new Catalogue.Entry(idle, "code", true, Set.of(1)));
    FetchAhead ahead = new FetchAhead();
    ahead.begin();
    ahead.take(new Catalogue(entries, Revocations.NONE), Set.of());
    assertEquals(new AwaitedItem.Secret(idle, 1), ahead.next());
    assertEquals(new AwaitedItem.Bundle(idle), ahead.next());
  }

  @Test
  void shouldLeaveCodeAloneWhileNoEpochOfItIsStaged() throws Exception {
    offer(idle, true);
    bench.worker.fetchAhead(PATIENCE);
    assertEquals(List.of(), bench.source.asked);
  }

  @Test
  void shouldFetchWhatALaterCatalogueBringsAndNothingTwice() throws Exception {
    bench.worker.fetchAhead(PATIENCE);
    offer(idle, true, 1, 2);
    bench.feed();
    bench.feed();
    assertEquals(
        List.of(
            new AwaitedItem.Secret(idle, 1),
            new AwaitedItem.Bundle(idle),
            new AwaitedItem.Secret(idle, 2)),
        bench.source.asked);
  }

  @Test
  void shouldStopAtSoManyCodes() throws Exception {
    for (int i = 0; i < FetchAhead.MOST_CODES + 9; i++) {
      bench.source.answerBundle(digest(i), Answer.none(Outcome.UNAVAILABLE, "not now"));
      offer(digest(i), true, 1);
    }
    bench.worker.fetchAhead(PATIENCE);
    assertEquals(2 * FetchAhead.MOST_CODES, bench.source.asked.size());
  }

  @Test
  void shouldNotWaitLongerThanAllowedWhenNoAnswerComes() throws Exception {
    bench.source.holdAnswers();
    assertEquals(0, bench.worker.fetchAhead(Duration.ofMillis(1)));
    bench.source.releaseAnswers();
    bench.feed(bench.flow(idle).next("hello"));
    assertEquals(1, bench.io.sent.size());
    assertTrue(bench.source.asked.size() <= 3, bench.source.asked.toString());
  }

  @Test
  void shouldServePacketsAllTheSameWhenFetchingAheadFailed() throws Exception {
    Answer<FetchedBundle> bundle = ScriptedCodeSource.found(IDLE);
    bench.source.answerBundle(idle, Answer.none(Outcome.UNAVAILABLE, "not now"));
    assertEquals(0, bench.worker.fetchAhead(PATIENCE));
    bench.source.answerBundle(idle, bundle);
    bench.pass(bench.flow(idle).next("hello"));
    assertEquals(1, bench.io.sent.size());
  }
}
