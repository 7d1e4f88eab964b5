package dev.rosa.router.status;

import dev.rosa.firewall.divert.Diversion;
import dev.rosa.router.catalogue.RefusalReason;
import dev.rosa.router.pipeline.DropReason;
import dev.rosa.router.pipeline.LatencyMeter;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.pipeline.Workers;
import dev.rosa.serving.PacketThreads;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Prometheus metrics of a router: nothing is counted here, the workers' counters are read at each
 * scrape. Thread-safe.
 */
public final class RouterMetrics {

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final RouterStatus status;

  private final CodeMetrics codes;

  /** Codes and counters that the registry has; it warns of one that comes again. */
  private final Set<String> registered = new HashSet<>();

  /** Held here because Micrometer itself holds what it reads only weakly. */
  private final Workers workers;

  public RouterMetrics(RouterStatus status) {
    this.status = status;
    this.workers = status.tally().workers();
    this.codes = new CodeMetrics(registry, status.tally().environment());
    status.vitals().register(registry);
    for (Event event : Event.values()) {
      FunctionCounter.builder("rosa.packets", workers, w -> w.counted(event))
          .description("Packets by what happened to them; one packet has several events")
          .tag("event", event.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    for (DropReason reason : DropReason.values()) {
      FunctionCounter.builder("rosa.packets.dropped", workers, w -> w.dropped(reason))
          .description("Packets that were dropped, by reason; docs/protocol.md explains each")
          .tag("reason", reason.name())
          .register(registry);
    }
    gauges();
    link();
    state();
    work();
    if (status.diversion().get() != null) {
      diversion();
    }
    latency("first", LatencyMeter.Summary::firstMicros);
    latency("median", LatencyMeter.Summary::medianMicros);
    latency("p99", LatencyMeter.Summary::p99Micros);
  }

  private void gauges() {
    gauge(
        "rosa.sessions.live",
        "Sessions whose key this router remembers",
        s -> s.tally().workers().liveSessions());
    gauge(
        "rosa.packets.parked.now",
        "Packets that wait while code or a secret is fetched",
        s -> s.tally().workers().parkedNow());
    gauge(
        "rosa.catalogue.version",
        "Version of the catalogue that the Code Server pushed last; 0: none yet",
        s -> s.link().inForce().version());
    gauge(
        "rosa.catalogue.codes",
        "Codes in the catalogue that the Code Server pushed last, also those that this router may"
            + " not have",
        s -> s.link().catalogue().entries().size());
    gauge(
        "rosa.codes.endless",
        "Codes refused because they did not end loading; each may keep a core until a restart, and"
            + " at 4 no further code is loaded",
        s -> s.tally().environment().endlessCodes());
  }

  private void link() {
    gauge(
        "rosa.code.server.connected",
        "1 while a Code Server keeps the catalogue up to date, else 0",
        s -> s.link().status().connected() ? 1 : 0);
    gauge(
        "rosa.code.server.since.timestamp.seconds",
        "Unix time since which the Code Server has been connected or not",
        s -> s.link().status().since().getEpochSecond());
  }

  private void state() {
    for (String kind : status.link().state().figures().keySet()) {
      Gauge.builder("rosa.state", status, s -> s.link().state().figures().get(kind))
          .description("Signed state of the domain that this router obeys; 0 before the first")
          .tag("kind", kind)
          .register(registry);
    }
    for (String kind : status.witness().get().keySet()) {
      Gauge.builder("rosa.witness", status, s -> s.witness().get().get(kind))
          .description("The audit log as this router has cosigned it, and what it refused")
          .tag("kind", kind)
          .register(registry);
    }
    for (String kind : status.firewall().get().keySet()) {
      Gauge.builder("rosa.firewall.evidence", status, s -> s.firewall().get().get(kind))
          .description("Evidence about dropped packets for the firewall plane, and what was lost")
          .tag("kind", kind)
          .register(registry);
    }
    for (RefusalReason reason : RefusalReason.values()) {
      FunctionCounter.builder("rosa.catalogue.refused", status, s -> s.link().refused(reason))
          .description("Catalogues and secrets of Code Servers that were not taken, by reason")
          .tag("reason", reason.name())
          .register(registry);
    }
  }

  private void work() {
    gauge(
        "rosa.ready",
        "1 while this router is ready for packets, else 0; /ready says why not",
        s -> s.health().obstacle().isEmpty() ? 1 : 0);
    for (int i = 0; i < workers.all().size(); i++) {
      int worker = i;
      Gauge.builder("rosa.worker.code.seconds", status, s -> secondsInCode(s, worker))
          .description(
              "Seconds that a worker has been in one code for one packet; 0 while it is not in one"
                  + " for over a second")
          .tag("worker", Integer.toString(worker))
          .register(registry);
    }
    if (PacketThreads.allocatedBytes().isPresent()) {
      FunctionCounter.builder(
              "rosa.worker.allocated.bytes", status, s -> PacketThreads.allocatedBytes().orElse(0))
          .description(
              "Bytes on the heap that the workers have allocated; packets of live sessions cause"
                  + " none, code may")
          .register(registry);
    }
    FunctionCounter.builder("rosa.worker.code.stays", status, s -> s.health().watch().staysEver())
        .description("Times that a worker was in one code for over a second")
        .register(registry);
  }

  private static double secondsInCode(RouterStatus status, int worker) {
    return status.health().watch().inCode(worker).toMillis() / MILLIS_PER_SECOND;
  }

  private void diversion() {
    diversion(
        "rosa.ring.drops",
        "Packets that the kernel dropped because a worker's ring was full",
        DiversionStatus::ringDrops);
    diversion(
        "rosa.ring.undiverted",
        "Packets on the assistant link that the diversion had not sent there",
        DiversionStatus::undiverted);
    diversion(
        "rosa.diversion.remade",
        "Times that nft rules or assistant link were gone and were made again",
        DiversionStatus::remade);
    diversion(
        "rosa.diversion.bypasses",
        "Times that active packets bypassed this router because it was silent",
        DiversionStatus::bypasses);
    for (String counter : Diversion.dropCounters()) {
      FunctionCounter.builder(
              "rosa.diversion.dropped",
              status,
              s -> s.diversion().get().dropped().getOrDefault(counter, 0L))
          .description("Packets that the diversion's rules have dropped since they were made last")
          .tag("counter", counter)
          .register(registry);
    }
    gauge(
        "rosa.diversion.diverting",
        "1 while active packets come to this router, else 0",
        s -> s.diversion().get().state() == Diversion.State.DIVERTING ? 1 : 0);
  }

  private void gauge(String name, String description, ToDoubleFunction<RouterStatus> value) {
    Gauge.builder(name, status, value).description(description).register(registry);
  }

  private void diversion(String name, String description, ToLongFunction<DiversionStatus> count) {
    FunctionCounter.builder(name, status, s -> count.applyAsLong(s.diversion().get()))
        .description(description)
        .register(registry);
  }

  private void latency(String which, ToDoubleFunction<LatencyMeter.Summary> micros) {
    Gauge.builder(
            "rosa.latency.seconds",
            status,
            s -> micros.applyAsDouble(s.tally().workers().latency()) / MICROS_PER_SECOND)
        .description("Seconds from arrival to leaving, for packets whose code ran")
        .tag("which", which)
        .register(registry);
  }

  /** All numbers in Prometheus' text format. */
  public synchronized String scrape() {
    // Applications come while the router runs.
    status.tally().environment().applicationCounters().forEach(this::registerCounters);
    status.tally().environment().reports().keySet().stream()
        .filter(registered::add)
        .forEach(codes::register);
    return registry.scrape();
  }

  private void registerCounters(String digest, SortedMap<String, Long> values) {
    for (String name : values.keySet()) {
      if (registered.add(digest + " " + name)) {
        FunctionCounter.builder("rosa.application", status, s -> count(s, digest, name))
            .description(
                "Counters that active codes keep, by the code's digest and the counter's name")
            .tag("code", digest)
            .tag("counter", name)
            .register(registry);
      }
    }
  }

  private static double count(RouterStatus status, String digest, String name) {
    Map<String, SortedMap<String, Long>> all = status.tally().environment().applicationCounters();
    return all.getOrDefault(digest, new TreeMap<>()).getOrDefault(name, 0L);
  }
}
