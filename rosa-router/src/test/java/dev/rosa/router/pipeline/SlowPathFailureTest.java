package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.router.catalogue.FetchedBundle;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** PROTOCOL §5 steps 6 and 10 when something fails: every fetch ends, and ends once. */
class SlowPathFailureTest {

  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();
  private static final long LATER_NANOS = 3_600_000_000_000L;

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(IDLE);
  private final RouterCounters counters = new RouterCounters();

  /** Ways in which a source breaks its promise to complete with an answer. */
  enum Breach {
    THROWS {
      @Override
      <T> CompletionStage<Answer<T>> answer() {
        throw new StackOverflowError();
      }
    },
    COMPLETES_EXCEPTIONALLY {
      @Override
      <T> CompletionStage<Answer<T>> answer() {
        return CompletableFuture.failedStage(new IllegalStateException("a defect"));
      }
    },
    COMPLETES_WITH_NOTHING {
      @Override
      <T> CompletionStage<Answer<T>> answer() {
        return CompletableFuture.completedStage(null);
      }
    },
    RETURNS_NOTHING {
      @Override
      <T> CompletionStage<Answer<T>> answer() {
        return null;
      }
    };

    abstract <T> CompletionStage<Answer<T>> answer();
  }

  /** A source that breaks its promise until it is repaired. */
  private final class BrokenSource implements CodeSource {
    private Breach breach;

    BrokenSource(Breach breach) {
      this.breach = breach;
    }

    @Override
    public Catalogue catalogue() {
      return bench.source.catalogue();
    }

    @Override
    public CompletionStage<Answer<CodeSecret>> fetchSecret(CodeDigest code, int epoch) {
      return or(() -> bench.source.fetchSecret(code, epoch));
    }

    @Override
    public CompletionStage<Answer<FetchedBundle>> fetchCode(CodeDigest code) {
      return or(() -> bench.source.fetchCode(code));
    }

    private <T> CompletionStage<Answer<T>> or(Supplier<CompletionStage<Answer<T>>> mended) {
      return breach == null ? mended.get() : breach.answer();
    }
  }

  private SlowPath slowPath(CodeSource source, SlowPath.CodeLoader loader, LoadingOrder loading) {
    return new SlowPath(
        new RouterWorker.Supplies(
            source, loader, loading, ReplayRecord.none(), Runnable::run, RouterBench.nonces()),
        new Parking(RouterBench.LIMITS),
        () -> {},
        counters);
  }

  private SlowPath loadingBy(SlowPath.CodeLoader loader) {
    return slowPath(bench.source, loader, LoadingOrder.AT_ONCE);
  }

  private static PacketJob packet() {
    PacketJob job = new PacketJob();
    job.begin(new PacketBuffer(ByteBuffer.allocate(64), 0, 64), false);
    return job;
  }

  @ParameterizedTest
  @EnumSource(Breach.class)
  void shouldEndEveryFetchAndAskAgainWhenTheSourceFails(Breach breach) {
    BrokenSource source = new BrokenSource(breach);
    SlowPath slowPath = slowPath(source, (jar, code) -> null, LoadingOrder.AT_ONCE);
    assertNull(slowPath.await(new AwaitedItem.Bundle(idle), packet(), 0));
    assertNull(slowPath.await(new AwaitedItem.Secret(idle, 1), packet(), 0));
    slowPath.tend(0);
    assertTrue(slowPath.isSettled());
    source.breach = null;
    slowPath.tend(1_000_000_000L);
    slowPath.tend(1_000_000_000L);
    assertNotNull(slowPath.nextReady());
    assertNotNull(slowPath.nextReady());
  }

  @Test
  void shouldEndTheFetchWhenNoThreadLoads() {
    SlowPath slowPath =
        slowPath(
            bench.source,
            (jar, code) -> null,
            (publisher, loading) -> {
              throw new RejectedExecutionException("the router stops");
            });
    assertNull(slowPath.await(new AwaitedItem.Bundle(idle), packet(), 0));
    slowPath.tend(0);
    assertTrue(slowPath.isSettled());
  }

  @Test
  void shouldRefuseCodeAndNotWaitForItForEverWhenLoadingItRunsOutOfMemory() {
    SlowPath slowPath =
        loadingBy(
            (jar, code) -> {
              throw new OutOfMemoryError("as a bundle may bring about");
            });
    assertNull(slowPath.await(new AwaitedItem.Bundle(idle), packet(), 0));
    slowPath.tend(0);
    assertEquals(1, counters.dropped(DropReason.CODE_INVALID));
  }

  @Test
  void shouldNameTheClassOnlyOfWhatTheLoaderThrows() {
    try (CapturedLog log = CapturedLog.of(SlowPath.class)) {
      SlowPath slowPath =
          loadingBy(
              (jar, code) -> {
                throw new IllegalStateException("INFO all is well");
              });
      assertNull(slowPath.await(new AwaitedItem.Bundle(idle), packet(), 0));
      slowPath.tend(0);
      assertEquals(1, log.linesWith("loading failed: java.lang.IllegalStateException").size());
      assertEquals(0, log.linesWith("well").size());
    }
  }

  @Test
  void shouldNotFetchRefusedCodeAgainUntilTheCatalogueChanges() {
    SlowPath slowPath =
        loadingBy(
            (jar, code) -> {
              throw new BundleException("does not start");
            });
    AwaitedItem awaited = new AwaitedItem.Bundle(idle);
    assertNull(slowPath.await(awaited, packet(), 0));
    slowPath.tend(0);
    slowPath.tend(LATER_NANOS);
    assertEquals(DropReason.CODE_INVALID, slowPath.await(awaited, packet(), LATER_NANOS));
    assertEquals(1, bench.source.asked.size());
    offer(1, 2);
    assertNull(slowPath.await(awaited, packet(), LATER_NANOS));
    assertEquals(2, bench.source.asked.size());
  }

  @Test
  void shouldNotFetchRefusedSecretAgainUntilTheCatalogueChanges() {
    bench.source.secretAnswer = Answer.none(Outcome.UNKNOWN, "retired a moment ago");
    SlowPath slowPath = loadingBy((jar, code) -> null);
    AwaitedItem awaited = new AwaitedItem.Secret(idle, 1);
    try (CapturedLog log = CapturedLog.of(SlowPath.class)) {
      for (int hours = 0; hours < 8; hours++) {
        slowPath.await(awaited, packet(), hours * LATER_NANOS);
        slowPath.tend(hours * LATER_NANOS);
      }
      assertEquals(1, bench.source.asked.size());
      assertEquals(1, log.lines().size());
    }
    assertEquals(8, counters.dropped(DropReason.UNKNOWN_EPOCH) + 7);
  }

  private void offer(Integer... epochs) {
    bench.source.push(new Catalogue.Entry(idle, "idle", true, Set.of(epochs)), Revocations.NONE);
  }
}
