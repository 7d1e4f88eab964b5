package dev.rosa.router;

import dev.rosa.divert.Diversion;
import dev.rosa.router.RouterCounters.Event;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A router's numbers for Prometheus: nothing is counted here, the worker's counters are read at
 * each scrape. Thread-safe.
 */
final class RouterMetrics {

  private static final double MICROS_PER_SECOND = 1e6;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final RouterStatus status;

  /** Held here because Micrometer itself holds what it reads only weakly. */
  private final Workers workers;

  RouterMetrics(RouterStatus status) {
    this.status = status;
    this.workers = status.workers();
    for (Event event : Event.values()) {
      FunctionCounter.builder("rosa.packets", workers, w -> w.counted(event))
          .description("What happened to packets")
          .tag("event", event.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    for (DropReason reason : DropReason.values()) {
      FunctionCounter.builder("rosa.packets.dropped", workers, w -> w.dropped(reason))
          .description("Packets that were not handed back")
          .tag("reason", reason.name())
          .register(registry);
    }
    gauge("rosa.sessions.live", "Sessions remembered", s -> s.workers().liveSessions());
    gauge("rosa.packets.parked.now", "Packets that wait", s -> s.workers().parkedNow());
    gauge("rosa.catalogue.version", "As pushed", s -> s.source().catalogue().version());
    gauge("rosa.catalogue.codes", "As pushed", s -> s.source().catalogue().entries().size());
    gauge("rosa.codes.endless", "Did not end loading", s -> s.environment().endlessCodes());
    if (status.diversion().get() != null) {
      diversion("rosa.ring.drops", "Packets without room in a ring", DiversionStatus::ringDrops);
      diversion("rosa.ring.undiverted", "Not sent by the diversion", DiversionStatus::undiverted);
      diversion("rosa.diversion.remade", "Rules or link made again", DiversionStatus::remade);
      diversion("rosa.diversion.bypasses", "Times the router was gone", DiversionStatus::bypasses);
      gauge(
          "rosa.diversion.diverting",
          "1 while active packets come to the router",
          s -> s.diversion().get().state() == Diversion.State.DIVERTING ? 1 : 0);
    }
    latency("first", LatencyMeter.Summary::firstMicros);
    latency("median", LatencyMeter.Summary::medianMicros);
    latency("p99", LatencyMeter.Summary::p99Micros);
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
            s -> micros.applyAsDouble(s.workers().latency()) / MICROS_PER_SECOND)
        .description("From arrival to leaving, for packets whose code ran")
        .tag("which", which)
        .register(registry);
  }

  /** All numbers in Prometheus' text format. */
  synchronized String scrape() {
    // Applications come while the router runs; a counter that is known already stays as it is.
    status.environment().applicationCounters().forEach(this::registerCounters);
    return registry.scrape();
  }

  private void registerCounters(String digest, SortedMap<String, Long> values) {
    for (String name : values.keySet()) {
      FunctionCounter.builder("rosa.application", status, s -> count(s, digest, name))
          .description("Counters of applications")
          .tag("code", digest)
          .tag("counter", name)
          .register(registry);
    }
  }

  private static double count(RouterStatus status, String digest, String name) {
    Map<String, SortedMap<String, Long>> all = status.environment().applicationCounters();
    return all.getOrDefault(digest, new TreeMap<>()).getOrDefault(name, 0L);
  }
}
