package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.RouterCounters.Event;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.wire.Suite;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class PrewarmingTest {

  private static final Duration LIMIT = Duration.ofSeconds(1);

  /** More than a round can spend on waiting for compilers. */
  private static final int READINGS = 250;

  private static final int PACKETS_A_LAP = 576;

  private final PacketPolicy policy = RouterBench.policy(true, true);
  private final ProviderRegistry providers = ProviderRegistry.builtIn();
  private final ScriptedCodeSource real = new ScriptedCodeSource();

  @Test
  void shouldRehearseNothingWhenTimeIsUpBeforeItBegins() {
    AtomicLong nanos = new AtomicLong();
    Prewarming prewarming =
        new Prewarming(policy, providers, real, LIMIT, () -> nanos.getAndAdd(LIMIT.toNanos()));
    prewarming.run();
    assertEquals(0, prewarming.outcome().packets());
    assertFalse(prewarming.outcome().hot());
    assertEquals(LIMIT.multipliedBy(2), prewarming.outcome().took());
  }

  @Test
  void shouldEndWhenTheLimitIsReached() {
    Prewarming prewarming = new Prewarming(policy, providers, real, LIMIT, endingAfter(READINGS));
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
      new Prewarming(policy, providers, real, LIMIT, endingAfter(READINGS)).run();
      assertEquals(List.of(), log.lines());
    }
    assertEquals(List.of(), real.asked);
  }

  @Test
  void shouldSendPacketsOutOfThePipelineByEveryWayThereIs() throws IOException {
    RehearsalIo link = new RehearsalIo(4_096);
    try (RehearsalSource source = new RehearsalSource(new SecureRandom())) {
      RehearsalTraffic traffic =
          new RehearsalTraffic(
              policy, providers, source, new SecureRandom(), InstantSource.system());
      RouterWorker worker = worker(link, source);
      traffic.fill(link, 4_096);
      link.bringTogether(8);
      while (!link.isEmpty()) {
        worker.turn(0);
      }
      for (DropReason reason : reachable()) {
        assertTrue(worker.counters().dropped(reason) > 0, "dropped " + reason);
      }
      for (Event event : Event.values()) {
        assertTrue(worker.counters().counted(event) > 0, event.toString());
      }
      worker.forget();
    }
  }

  /** All but what takes time, a Code Server that refuses, and fuel, which is not metered yet. */
  private static EnumSet<DropReason> reachable() {
    return EnumSet.complementOf(
        EnumSet.of(DropReason.PARKED_TIMEOUT, DropReason.CODE_INVALID, DropReason.FUEL_EXHAUSTED));
  }

  private RouterWorker worker(RehearsalIo link, RehearsalSource source) {
    return new RouterWorker(
        policy,
        new RouterWorker.Sizes(8, RehearsalTraffic.PACKET_BYTES, 64, RouterBench.LIMITS),
        link,
        providers,
        new RouterWorker.Supplies(
            source, new RehearsalCodes(), Runnable::run, ReplayRecord.none(), Runnable::run),
        InstantSource.system());
  }

  @Test
  void shouldRehearseEverySuiteThatIsAcceptedAndNoOther() {
    PacketPolicy one =
        new PacketPolicy(17, 1, EnumSet.of(Suite.AES256_GCM), Duration.ofSeconds(2), false, false);
    try (RehearsalSource source = new RehearsalSource(new SecureRandom())) {
      int perSuite =
          new RehearsalTraffic(one, providers, source, new SecureRandom(), InstantSource.system())
              .sessions();
      int all =
          new RehearsalTraffic(
                  policy, providers, source, new SecureRandom(), InstantSource.system())
              .sessions();
      assertEquals(all, perSuite * policy.suites().size());
    }
  }
}
