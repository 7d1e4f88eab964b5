package dev.rosa.bench.cold;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.bench.domain.BenchDomain;
import dev.rosa.bench.domain.BenchRouter;
import dev.rosa.bench.measure.Median;
import dev.rosa.client.process.FreePorts;
import dev.rosa.client.process.JavaHome;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Runner that starts routers one at a time in a domain and measures their packets. Owned by one
 * thread.
 */
final class RouterRun implements AutoCloseable {

  /** The published code that packets are for. */
  static final String CODE = "transcoder";

  /** Pause before the first packet and between paced ones. */
  static final long PAUSE_MILLIS = 50;

  /** Paced packets that are measured. */
  static final int PACED = 60;

  /** Packets back to back that make a router hot; the last quarter is measured. */
  static final int BACK_TO_BACK = 20_000;

  /** Paced packets right after the first, before those that make hot. */
  private static final int EARLY = 9;

  private static final int PROBE_WARM = 20_000;
  private static final int PROBE_LUKEWARM = 500;
  private static final double NANOS_PER_MICRO = 1_000.0;
  private static final double NANOS_PER_MILLI = 1_000_000.0;
  private final BenchDomain domain;
  private final String status;
  private final int overlayPort;
  private final ColdSession session;
  private final ColdSession another;
  private final PacketProbe probe;
  private final Map<JavaHome, Path> caches = new HashMap<>();

  private RouterRun(BenchDomain domain, Suite suite) throws IOException {
    this.domain = domain;
    FreePorts ports = FreePorts.find(2);
    this.status = ports.next();
    this.overlayPort = ports.nextPort();
    this.session = new ColdSession(domain.newSession(suite, CODE));
    this.another = new ColdSession(domain.newSession(suite, CODE));
    this.probe = PacketProbe.open(overlayPort);
  }

  /**
   * Sets up a domain with sessions of this suite.
   *
   * @param domain with a code of the name {@link #CODE}
   */
  static RouterRun in(BenchDomain domain, Suite suite) throws IOException, InterruptedException {
    RouterRun run = new RouterRun(domain, suite);
    run.probe.warm(run.session.next(), PROBE_WARM);
    return run;
  }

  /** One life of a router of this kind. */
  RouterReading measure(RouterKind kind) throws IOException, InterruptedException {
    List<String> flags = kind.aot() ? List.of("-XX:AOTCache=" + cache(kind)) : List.of();
    try (BenchRouter router = start(kind, flags)) {
      long readyNanos = router.awaitReady();
      router.awaitCatalogue();
      // The probe's path is to be as warm before the first packet as before any other.
      probe.warm(session.next(), PROBE_LUKEWARM);
      double first = paced(session, 1)[0];
      double second = paced(session, EARLY)[0];
      double backToBack = Median.of(backToBack()).orElseThrow();
      double paced = Median.of(paced(session, PACED)).orElseThrow();
      double newSession = paced(another, 1)[0];
      JsonNode inside = router.status().path("latency");
      return new RouterReading(
          readyNanos / NANOS_PER_MILLI,
          first,
          second,
          paced,
          backToBack,
          newSession,
          inside.path("firstMicros").asDouble(),
          inside.path("medianMicros").asDouble());
    }
  }

  /** A router whose packets go on to the probe. */
  private BenchRouter start(RouterKind kind, List<String> flags) throws IOException {
    String parts =
        """
          <domain skew="2s"/>
          <prewarm %s/>
          <overlay listen="127.0.0.1:%d">
            <route to="10.0.2.0/24" via="127.0.0.1:%d"/>
          </overlay>
        """
            .formatted(kind.prewarm(), overlayPort, probe.port());
    BenchRouter.Launch launch =
        new BenchRouter.Launch(kind.java(), flags, UnaryOperator.identity());
    return BenchRouter.start(domain, status, parts, launch);
  }

  /** Microseconds of packets with a pause before each. */
  private double[] paced(ColdSession session, int packets)
      throws IOException, InterruptedException {
    double[] micros = new double[packets];
    for (int i = 0; i < packets; i++) {
      byte[] packet = session.next();
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      micros[i] = probe.nanosThrough(packet) / NANOS_PER_MICRO;
    }
    return micros;
  }

  private double[] backToBack() throws IOException {
    double[] micros = new double[BACK_TO_BACK];
    for (int i = 0; i < micros.length; i++) {
      micros[i] = probe.nanosThrough(session.next()) / NANOS_PER_MICRO;
    }
    return Arrays.copyOfRange(micros, BACK_TO_BACK * 3 / 4, BACK_TO_BACK);
  }

  /**
   * The AOT cache of a kind's Java, made when it is first asked for: by a router that was prewarmed
   * and ended (JEP 514).
   */
  private Path cache(RouterKind kind) throws IOException, InterruptedException {
    Path cache = caches.get(kind.java());
    if (cache == null) {
      cache = domain.folder().resolve("router-" + kind.java().feature() + ".aot");
      train(kind, cache);
      caches.put(kind.java(), cache);
    }
    return cache;
  }

  private void train(RouterKind kind, Path cache) throws IOException, InterruptedException {
    RouterKind trained = new RouterKind(kind.java(), true, true, false);
    List<String> flags = List.of("-XX:AOTCacheOutput=" + cache);
    try (BenchRouter router = start(trained, flags)) {
      long unused = router.awaitReady();
      int exit = router.process().end();
      if (!Files.isRegularFile(cache)) {
        throw router.process().failure("made no AOT cache, and ended with " + exit);
      }
    }
  }

  @Override
  public void close() {
    probe.close();
  }
}
