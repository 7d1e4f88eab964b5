package dev.rosa.router.prewarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.RouterContext;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.keys.CodeDigest;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.catalogue.ScriptedCodeSource;
import dev.rosa.router.execution.ApplicationContext;
import dev.rosa.router.execution.CodeBreaker;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.PrewarmCode;
import dev.rosa.router.execution.VerifiedCode;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.execution.bytecode.BytecodeInstance;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.router.pipeline.DropReason;
import dev.rosa.router.pipeline.LoadingOrder;
import dev.rosa.router.pipeline.PacketPolicy;
import dev.rosa.router.pipeline.RouterBench;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.pipeline.RouterWorker;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class PrewarmingTest {

  private static final Duration LIMIT = Duration.ofSeconds(1);

  /** More than a round can spend on waiting for compilers. */
  private static final int READINGS = 250;

  private static final int PACKETS_A_LAP = 576;

  private final PacketPolicy policy = RouterBench.policy(true, true);
  private final ProviderRegistry providers = ProviderRegistry.builtIn();
  private final ScriptedCodeSource real = new ScriptedCodeSource();

  @Test
  void shouldPrewarmNothingWhenTimeIsUpBeforeItBegins() {
    AtomicLong nanos = new AtomicLong();
    Prewarming prewarming =
        new Prewarming(
            policy, providers, real, List.of(), LIMIT, () -> nanos.getAndAdd(LIMIT.toNanos()));
    prewarming.run();
    assertEquals(0, prewarming.outcome().packets());
    assertFalse(prewarming.outcome().hot());
    assertEquals(LIMIT.multipliedBy(2), prewarming.outcome().took());
  }

  @Test
  void shouldEndWhenTheLimitIsReached() {
    Prewarming prewarming =
        new Prewarming(policy, providers, real, List.of(), LIMIT, endingAfter(READINGS));
    prewarming.run();
    long laps = prewarming.outcome().packets() / PACKETS_A_LAP;
    assertTrue(laps >= 1 && laps <= READINGS, laps + " laps");
    assertFalse(prewarming.outcome().hot());
  }

  /** A clock that stands still, and jumps to the limit when it has been read so often. */
  private static LongSupplier endingAfter(int readings) {
    AtomicLong read = new AtomicLong();
    return () -> read.getAndIncrement() < readings ? 0 : LIMIT.toNanos();
  }

  @Test
  void shouldAskTheRealCodeServerForNothingAndLogNothing() {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      new Prewarming(policy, providers, real, List.of(), LIMIT, endingAfter(READINGS)).run();
      // On a busy machine the loopback may lose some.
      assertEquals(
          List.of(),
          log.lines().stream().filter(line -> !line.contains("lost on the loopback")).toList());
    }
    assertEquals(List.of(), real.asked);
  }

  /** Application that counts its instances and the packets that they are shown. */
  public static final class Sampled implements ActiveApplication {
    static final AtomicLong STARTED = new AtomicLong();
    static final AtomicLong SHOWN = new AtomicLong();
    static final AtomicLong STRANGE = new AtomicLong();
    static final byte[] SAMPLE = {1, 2, 3};

    private Counter packets;

    @Override
    public void start(RouterContext router) {
      STARTED.incrementAndGet();
      packets = router.counter("packets");
    }

    @Override
    public void onPacket(Packet packet) {
      packets.add(1);
      byte[] payload = new byte[packet.payloadLength()];
      packet.copyPayload(0, payload, 0, payload.length);
      (Arrays.equals(SAMPLE, payload) ? SHOWN : STRANGE).incrementAndGet();
    }
  }

  private static CodeInstance start(RouterContext context) {
    Sampled application = new Sampled();
    application.start(context);
    return new BytecodeInstance(application);
  }

  @Test
  void shouldPrewarmInstancesOfTheRoutersOwnCodeOnItsSamplesAlone() {
    ApplicationContext context = new ApplicationContext("r1");
    VerifiedCode code =
        new VerifiedCode(
            CodeDigest.of(new byte[CodeDigest.BYTES]),
            FailurePolicy.DROP,
            List.of(Sampled.SAMPLE),
            PrewarmingTest::start,
            CodeBreaker.never(CodeDigest.of(new byte[CodeDigest.BYTES])));
    LoadedCode served = new LoadedCode(code, start(context), context);
    List<PrewarmCode> prewarmCodes =
        PrewarmCode.invite(
            List.of(served),
            new ExecutionEnvironment("r1", BundleLimits.defaults(), new BytecodeLane()),
            failed -> fail("does not start: " + failed.digest()),
            () -> true);
    assertEquals(1, prewarmCodes.size());
    new Prewarming(policy, providers, real, prewarmCodes, LIMIT, endingAfter(READINGS)).run();
    assertTrue(Sampled.SHOWN.get() > 0);
    assertEquals(0, Sampled.STRANGE.get());
    assertTrue(Sampled.STARTED.get() > 1);
    assertEquals(0L, served.counters().get("packets"));
  }

  @Test
  void shouldStartNoFurtherCodeWhenTheTimeIsOver() {
    ApplicationContext context = new ApplicationContext("r1");
    List<LoadedCode> served = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      byte[] digest = new byte[CodeDigest.BYTES];
      digest[0] = (byte) i;
      VerifiedCode code =
          new VerifiedCode(
              CodeDigest.of(digest),
              FailurePolicy.DROP,
              List.of(Sampled.SAMPLE),
              PrewarmingTest::start,
              CodeBreaker.never(CodeDigest.of(digest)));
      served.add(new LoadedCode(code, start(context), context));
    }
    AtomicInteger left = new AtomicInteger(2);
    try (CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      List<PrewarmCode> prewarmCodes =
          PrewarmCode.invite(
              served,
              new ExecutionEnvironment("r1", BundleLimits.defaults(), new BytecodeLane()),
              failed -> fail("does not start: " + failed.digest()),
              () -> left.getAndDecrement() > 0);
      assertEquals(2, prewarmCodes.size());
      assertEquals(1, log.linesWith("3 codes are not prewarmed").size());
    }
  }

  @Test
  void shouldSendPacketsOutOfThePipelineByEveryWayThereIs() throws IOException {
    PrewarmIo link = new PrewarmIo(4_096);
    try (PrewarmCodeSource source = new PrewarmCodeSource(new SecureRandom(), List.of())) {
      PrewarmTraffic traffic =
          new PrewarmTraffic(policy, providers, source, new SecureRandom(), InstantSource.system());
      RouterWorker worker = worker(link, source);
      traffic.fill(link, 4_096);
      link.bringTogether(8);
      while (!link.isEmpty()) {
        worker.turn(0);
      }
      for (DropReason reason : reachable()) {
        assertTrue(worker.counters().dropped(reason) > 0, "dropped " + reason);
      }
      for (Event event : EnumSet.complementOf(EXHAUSTIONS)) {
        assertTrue(worker.counters().counted(event) > 0, event.toString());
      }
      worker.forget();
    }
  }

  private static final EnumSet<Event> EXHAUSTIONS =
      EnumSet.of(
          Event.FUEL_EXHAUSTED, Event.MEMORY_EXHAUSTED, Event.STACK_EXHAUSTED, Event.START_UNPAID);

  /**
   * All but what takes time, as exhausted code does, a flood or a strict operator, and bad code.
   */
  private static EnumSet<DropReason> reachable() {
    return EnumSet.complementOf(
        EnumSet.of(
            DropReason.BEHIND_HEADERS,
            DropReason.STALE_STATE,
            DropReason.UNVERIFIED_LIMIT,
            DropReason.SHARE_EXCEEDED,
            DropReason.WINDOW_LOST,
            DropReason.PARKED_TIMEOUT,
            DropReason.CODE_INVALID,
            DropReason.CODE_STOPPED,
            DropReason.FUEL_EXHAUSTED));
  }

  private RouterWorker worker(PrewarmIo link, PrewarmCodeSource source) {
    return new RouterWorker(
        policy,
        new RouterWorker.Sizes(8, PrewarmTraffic.PACKET_BYTES, 64, RouterBench.LIMITS),
        link,
        providers,
        new RouterWorker.Supplies(
            source,
            new PrewarmCodes(Stream.empty()),
            LoadingOrder.AT_ONCE,
            ReplayRecord.none(),
            Runnable::run,
            RouterBench.nonces()),
        WorkerClock.system());
  }

  @Test
  void shouldPrewarmEverySuiteThatIsAcceptedAndNoOther() {
    PacketPolicy one =
        new PacketPolicy(
            17,
            1,
            EnumSet.of(Suite.AES256_GCM),
            Duration.ofSeconds(2),
            16,
            false,
            false,
            false,
            false);
    try (PrewarmCodeSource source = new PrewarmCodeSource(new SecureRandom(), List.of())) {
      int perSuite =
          new PrewarmTraffic(one, providers, source, new SecureRandom(), InstantSource.system())
              .sessions();
      int all =
          new PrewarmTraffic(policy, providers, source, new SecureRandom(), InstantSource.system())
              .sessions();
      assertEquals(all, perSuite * policy.suites().size());
    }
  }
}
