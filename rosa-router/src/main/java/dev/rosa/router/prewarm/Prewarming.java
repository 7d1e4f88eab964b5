package dev.rosa.router.prewarm;

import dev.rosa.metering.MeteredThread;
import dev.rosa.packetio.PacketIo;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.provider.measure.JvmCompiler;
import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.execution.PrewarmCode;
import dev.rosa.router.execution.ThrownByCode;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.pipeline.LoadingOrder;
import dev.rosa.router.pipeline.NonceCounter;
import dev.rosa.router.pipeline.PacketPolicy;
import dev.rosa.router.pipeline.Parking;
import dev.rosa.router.pipeline.RouterWorker;
import dev.rosa.router.pipeline.SlowPath;
import dev.rosa.router.session.ReplayRecord;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warm-up of the packet path before the first packet comes (ROSA §6.1). Engines, ciphers, key
 * derivation and every step of the pipeline work on synthetic packets until they are hot. The
 * prewarming has workers, sessions, counters and a secret of its own, so that it leaves no trace in
 * the router but compiled code. Its workers see the kinds of links and code sources that the router
 * has. Else the compiler would specialise for the synthetic ones and deoptimise at the first real
 * packet. Owned by one thread.
 */
final class Prewarming implements Runnable {

  /**
   * Result of prewarming.
   *
   * @param packets synthetic ones
   * @param hot false: the limit came first
   */
  public record Outcome(Duration took, long packets, boolean hot) {

    /** Nothing came of it. */
    static final Outcome NONE = new Outcome(Duration.ZERO, 0, false);

    /** Both, one after the other. */
    Outcome and(Outcome next) {
      return new Outcome(took.plus(next.took), packets + next.packets, hot && next.hot);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Prewarming.class);

  private static final int LAP_PACKETS = 512;
  private static final int LAPS = 8;
  private static final int STRANGE_PACKETS = 32;
  private static final int EXCHANGED_PACKETS = 32;

  /** Numbers of packets that come together, in turn; a first packet comes alone. */
  private static final int[] TOGETHER = {1, 32, 1, 8};

  /** Naps of a millisecond in which compilers may catch up. */
  private static final int MOST_NAPS = 200;

  private static final long STOP_MILLIS = 1_000;
  private static final Parking.Limits PARKING = new Parking.Limits(4, 16, Duration.ofMillis(100));

  private final PacketPolicy policy;
  private final ProviderRegistry providers;
  private final CodeSource real;
  private final long limitNanos;
  private final LongSupplier nanoTime;
  private final long beganNanos;
  private final InstantSource clock = InstantSource.system();
  private final SecureRandom random = new SecureRandom();
  private final JvmCompiler compiler = new JvmCompiler();
  private final SteadyState steadyState = new SteadyState(() -> !compiler.isBusy());
  private final PrewarmIo memory = new PrewarmIo(LAP_PACKETS);

  /** A code's instance is for one thread, so each of the two has its own. */
  private final PrewarmCodes codes;

  private final PrewarmCodes linkedCodes;
  private final Collection<PrewarmCode> prewarmCodes;

  /** For keys that exist for this prewarming only. */
  private final NonceCounter nonces;

  private long packets;
  private Outcome outcome;

  /**
   * A prewarming.
   *
   * @param real where the router itself gets code; it is shown packets of codes it does not have
   * @param prewarmCodes code of the router's own that takes part, by prewarm instances
   * @param limit when to stop in any case
   * @param nanoTime the clock that the limit is measured on
   */
  Prewarming(
      PacketPolicy policy,
      ProviderRegistry providers,
      CodeSource real,
      Collection<PrewarmCode> prewarmCodes,
      Duration limit,
      LongSupplier nanoTime) {
    this.policy = policy;
    this.providers = providers;
    this.real = real;
    this.prewarmCodes = prewarmCodes;
    this.codes = new PrewarmCodes(prewarmCodes.stream().map(PrewarmCode::inMemory));
    this.linkedCodes = new PrewarmCodes(prewarmCodes.stream().map(PrewarmCode::onLink));
    this.limitNanos = limit.toNanos();
    this.nanoTime = nanoTime;
    this.nonces = NonceCounter.unrecorded(policy.nodeId(), clock);
    this.beganNanos = nanoTime.getAsLong();
  }

  /** Prewarms until hot, or until the limit; a router can do without what is missing then. */
  @Override
  @SuppressWarnings("CatchThrowable")
  public void run() {
    try {
      prewarm();
    } catch (IOException e) {
      LOG.warn("prewarming broke off: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      report(e);
    } finally {
      Duration took = Duration.ofNanos(nanoTime.getAsLong() - beganNanos);
      outcome = new Outcome(took, packets, steadyState.isReached());
    }
  }

  private static void report(Throwable e) {
    LOG.warn("prewarming broke off: {}", ThrownByCode.name(e), ThrownByCode.traceable(e));
  }

  /** The result, once it has run. */
  Outcome outcome() {
    return outcome;
  }

  private void prewarm() throws IOException, InterruptedException {
    try (PrewarmCodeSource source = new PrewarmCodeSource(random, prewarmCodes)) {
      PrewarmTraffic traffic = new PrewarmTraffic(policy, providers, source, random, clock);
      RouterWorker strange = worker(memory, real, codes, traffic.sessions());
      while (!isOver()) {
        letCompilersWork();
        round(traffic, source, strange);
      }
      strange.forget();
    }
  }

  private boolean isOver() {
    return steadyState.isReached() || nanoTime.getAsLong() - beganNanos >= limitNanos;
  }

  /**
   * Leaves the processor to the compilers while they have work: going on with what they are about
   * to replace would only keep them from it.
   */
  private void letCompilersWork() throws InterruptedException {
    for (int i = 0; i < MOST_NAPS && compiler.isBusy() && !isOver(); i++) {
      Thread.sleep(1);
    }
  }

  /** A few laps by new workers: a worker's first steps are prewarmed more than once. */
  private void round(PrewarmTraffic traffic, PrewarmCodeSource source, RouterWorker strange)
      throws IOException, InterruptedException {
    RouterWorker served = worker(memory, source, codes, traffic.sessions());
    try (PrewarmOverlay overlay = PrewarmOverlay.open()) {
      RouterWorker linked = worker(overlay.link(), source, linkedCodes, traffic.sessions());
      Thread thread = new MeteredThread(linked, "prewarming");
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((t, e) -> report(e));
      thread.start();
      for (int i = 0; i < LAPS && !isOver(); i++) {
        steadyState.add(lap(traffic, served));
        traffic.fill(memory, STRANGE_PACKETS);
        bring(strange, 1);
        overlay.exchange(traffic, EXCHANGED_PACKETS);
        packets += LAP_PACKETS + STRANGE_PACKETS + EXCHANGED_PACKETS;
      }
      served.forget();
      linked.stop();
      thread.join(STOP_MILLIS);
    }
  }

  /** The worker's time for a lap's packets, in nanoseconds. */
  private long lap(PrewarmTraffic traffic, RouterWorker worker) throws IOException {
    long nanos = 0;
    for (int together : TOGETHER) {
      traffic.renew();
      traffic.fill(memory, LAP_PACKETS / TOGETHER.length);
      long began = System.nanoTime();
      bring(worker, together);
      nanos += System.nanoTime() - began;
    }
    worker.sweep();
    return nanos;
  }

  private void bring(RouterWorker worker, int together) throws IOException {
    memory.bringTogether(together);
    while (!memory.isEmpty()) {
      worker.turn(0);
    }
    // And one turn without packets.
    worker.turn(0);
  }

  private RouterWorker worker(
      PacketIo link, CodeSource source, SlowPath.CodeLoader codes, int sessions) {
    int batch = TOGETHER[1];
    return new RouterWorker(
        policy,
        new RouterWorker.Sizes(
            batch, PrewarmTraffic.PACKET_BYTES, Math.max(batch, 2 * sessions), PARKING),
        link,
        providers,
        new RouterWorker.Supplies(
            source, codes, LoadingOrder.AT_ONCE, ReplayRecord.none(), Runnable::run, nonces),
        WorkerClock.system());
  }
}
