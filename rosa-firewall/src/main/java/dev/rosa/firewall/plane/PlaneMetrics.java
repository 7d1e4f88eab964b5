package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.layer.LayerReport.LayerCount;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Prometheus metrics of a plane: nothing is counted here, figures are read at each scrape.
 * Thread-safe.
 */
final class PlaneMetrics {

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final PlaneStatus status;

  /** Names and labels that the registry has; it warns of one that comes again. */
  private final Set<String> registered = ConcurrentHashMap.newKeySet();

  PlaneMetrics(PlaneStatus status) {
    this.status = status;
    status.vitals().register(registry);
    counters(
        "rosa.plane.decisions",
        "Decisions on evidence, by verdict",
        "verdict",
        s -> s.plane().counts().verdicts());
    counters(
        "rosa.plane.proofs",
        "Evidence by the proof of its source's address",
        "proof",
        s -> s.plane().counts().proofs());
    counters(
        "rosa.plane.blocks",
        "Bans by the time from the arrival of evidence to the block of its source",
        "within",
        s -> s.plane().counts().latencies());
    counters(
        "rosa.plane.intake", "Events at the reporters' socket", "event", s -> s.intake().counts());
    bans();
    health();
    time("0.5", PlaneCounts.MEDIAN);
    time("0.99", PlaneCounts.P99);
  }

  private void bans() {
    gauge("rosa.plane.bans", "Bans in force", s -> s.plane().size().bans());
    gauge("rosa.plane.limits", "Sources whose rate is limited", s -> s.plane().size().limits());
    gauge(
        "rosa.plane.sources",
        "Sources with a score from proven evidence",
        s -> s.plane().size().sources());
    counter(
        "rosa.plane.evicted.bans",
        "Bans and limits that made way for others before their end",
        s -> s.plane().size().evictedBans());
    counter(
        "rosa.plane.evicted.sources",
        "Scores that were forgotten for lack of room",
        s -> s.plane().size().evictedSources());
  }

  private void health() {
    gauge(
        "rosa.plane.unrecorded",
        "Sources whose bans are in force but could not be recorded yet",
        s -> s.plane().unrecorded());
    gauge(
        "rosa.plane.ready",
        "1 while all bans are in force, else 0",
        s -> s.obstacle().isEmpty() ? 1 : 0);
    counter(
        "rosa.plane.failed.changes",
        "Changes of bans that failed; each is tried again",
        s -> s.plane().inForce().failures());
    counter(
        "rosa.plane.restored",
        "Times that something was restored which another program had taken away",
        s -> s.layers().report().restored());
    gauge(
        "rosa.plane.clock.ahead.seconds",
        "Distance of the plane's clock from the time of day",
        s -> s.clockAheadMillis() / MILLIS_PER_SECOND);
    gauge("rosa.plane.connections", "Connections of reporters now", s -> s.intake().connections());
  }

  private void time(String quantile, double part) {
    Gauge.builder(
            "rosa.plane.block.seconds",
            status,
            s -> s.plane().counts().blockMicros(part) / MICROS_PER_SECOND)
        .description("Time from the arrival of evidence to the block of its source, last hour")
        .tag("quantile", quantile)
        .register(registry);
  }

  private void gauge(String name, String description, ToDoubleFunction<PlaneStatus> value) {
    Gauge.builder(name, status, value).description(description).register(registry);
  }

  private void counter(String name, String description, ToLongFunction<PlaneStatus> value) {
    FunctionCounter.builder(name, status, value::applyAsLong)
        .description(description)
        .register(registry);
  }

  private void counters(
      String name,
      String description,
      String tag,
      Function<PlaneStatus, Map<String, Long>> values) {
    for (String label : values.apply(status).keySet()) {
      if (registered.add(name + " " + label)) {
        FunctionCounter.builder(name, status, s -> values.apply(s).getOrDefault(label, 0L))
            .description(description)
            .tag(tag, label)
            .register(registry);
      }
    }
  }

  /** The page. Kinds and layers show up while the plane runs; there are few of each. */
  String scrape() {
    counters(
        "rosa.plane.evidence",
        "Evidence by its kind; kinds beyond 64 are counted together",
        "kind",
        s -> s.plane().counts().kinds());
    for (LayerCount each : status.layers().report().counts()) {
      dropped("rosa.plane.dropped.packets", "Packets", each.layer(), LayerCount::packets);
      dropped("rosa.plane.dropped.bytes", "Bytes", each.layer(), LayerCount::bytes);
    }
    return registry.scrape();
  }

  private void dropped(String name, String unit, String layer, ToLongFunction<LayerCount> value) {
    if (registered.add(name + " " + layer)) {
      FunctionCounter.builder(name, status, s -> dropped(s, layer, value))
          .description(unit + " that a layer dropped since the start")
          .tag("layer", layer)
          .register(registry);
    }
  }

  private static double dropped(
      PlaneStatus status, String layer, ToLongFunction<LayerCount> value) {
    return status.layers().report().counts().stream()
        .filter(each -> each.layer().equals(layer))
        .mapToLong(value)
        .sum();
  }
}
