package dev.rosa.proxy.status;

import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.proxy.cache.CacheCount;
import dev.rosa.proxy.login.LoginResult;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.policy.ScanCounts;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.serving.PacketThreads;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Prometheus metrics of a proxy: figures are read at each scrape. Thread-safe. */
public final class ProxyMetrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ProxyStatus status;
  private final MultiGauge packets;
  private final MultiGauge elements;
  private final MultiGauge scans;
  private final MultiGauge scanSeconds;
  private final MultiGauge most;

  /** Metrics of a running proxy. */
  public ProxyMetrics(ProxyStatus status) {
    this.status = status;
    status.vitals().register(registry);
    gauge(
        "rosa.proxy.ready",
        "1 while traffic is judged and the login page served, else 0",
        this::ready);
    gauge(
        "rosa.proxy.connections",
        "Connections that are remembered: that go on, or have ended within a minute",
        s -> s.workers().sum(worker -> worker.counts().connections()));
    gauge(
        "rosa.proxy.held.packets",
        "Packets that wait for a verdict",
        s -> s.workers().sum(worker -> worker.counts().held()));
    counter(
        "rosa.proxy.ended.connections",
        "Connections that are over",
        s -> s.workers().sum(worker -> worker.counts().ended()));
    counter(
        "rosa.proxy.packets",
        "Packets that came to the workers",
        s -> s.workers().sum(worker -> worker.counts().packets()));
    counter(
        "rosa.proxy.login.answers",
        "Requests that were answered with the login page's address",
        s -> s.workers().sum(worker -> worker.counts().sentToLogin()));
    counter(
        "rosa.proxy.ring.drops",
        "Packets that found no room in a ring",
        s -> s.workers().droppedByRings());
    gauge("rosa.proxy.ftp.sessions", "Sessions of FTP now", s -> s.relays().ftp().sessions());
    counter(
        "rosa.proxy.ftp.refused.sessions",
        "Sessions of FTP that no server has heard of",
        s -> s.relays().ftp().refusedSessions());
    gauge(
        "rosa.proxy.relayed.connections",
        "Connections of HTTP that are relayed now, as their answers may be scanned",
        s -> s.relays().http().sessions());
    gauge(
        "rosa.proxy.held.answer.bytes",
        "Bytes of answers that wait for a scan",
        s -> s.relays().heldBytes());
    counter("rosa.proxy.ftp.holes", "Data connections of FTP", s -> s.workers().holes());
    cache();
    if (PacketThreads.allocatedBytes().isPresent()) {
      counter(
          "rosa.proxy.worker.allocated.bytes",
          "Bytes on the heap that the workers have allocated",
          s -> PacketThreads.allocatedBytes().orElse(0));
    }
    status.login().ifPresent(this::logins);
    if (status.log().isPresent()) {
      counter(
          "rosa.proxy.log.lost.lines",
          "Lines of the log that found no room in its queue or on the disk",
          s -> s.log().orElseThrow().lost());
    }
    packets =
        rows(
            "rosa.proxy.kernel.packets",
            "Packets that the rules have counted since they were made last");
    scans = rows("rosa.proxy.scanned.answers", "Answers that rules wanted scanned, by result");
    scanSeconds = rows("rosa.proxy.scan.seconds", "Time that services have taken for verdicts");
    elements = rows("rosa.proxy.set.elements", "Elements of the kernel's sets");
    most = rows("rosa.proxy.set.most.elements", "Most elements of the kernel's sets");
    bytes("daemon", ProxyStatus::seenBytes);
    bytes("kernel", ProxyStatus::kernelBytes);
    for (RefusalReason reason : RefusalReason.values()) {
      FunctionCounter.builder("rosa.proxy.refused", status, s -> s.refused(reason))
          .description("Packets and connections that were refused, by reason")
          .tag("reason", reason.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private void cache() {
    gauge(
        "rosa.proxy.cache.on",
        "1 while the kernel keeps verdicts, else 0",
        s -> s.cacheObstacle().isEmpty() ? 1 : 0);
    for (CacheCount count : CacheCount.values()) {
      FunctionCounter.builder(
              "rosa.proxy.cache.requests", status, s -> s.cacheCounts().getOrDefault(count, 0L))
          .description("Requests that came to the kernel's cache, by what it did: hit, or why not")
          .tag("result", count.label())
          .register(registry);
    }
  }

  private MultiGauge rows(String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }

  private void readKernel() {
    NftFigures figures = status.diversion().figures();
    rows(packets, "counter", figures.packets(), Long::doubleValue);
    rows(elements, "set", figures.fills(), NftFigures.Fill::elements);
    rows(most, "set", figures.fills(), NftFigures.Fill::most);
  }

  private void readScans() {
    List<MultiGauge.Row<?>> answers = new ArrayList<>();
    List<MultiGauge.Row<?>> seconds = new ArrayList<>();
    status
        .relays()
        .scanCounts()
        .forEach(
            (name, counts) -> {
              seconds.add(MultiGauge.Row.of(Tags.of("scan", name), counts.nanos() / 1e9));
              for (ScanCounts.Result result : ScanCounts.Result.values()) {
                String word = result.name().toLowerCase(Locale.ROOT);
                Tags tags = Tags.of("scan", name, "result", word);
                answers.add(MultiGauge.Row.of(tags, counts.of(result)));
              }
            });
    scans.register(answers, true);
    scanSeconds.register(seconds, true);
  }

  private static <T> void rows(
      MultiGauge gauge, String tag, Map<String, T> figures, ToDoubleFunction<T> value) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    figures.forEach(
        (name, figure) ->
            rows.add(MultiGauge.Row.of(Tags.of(tag, name), value.applyAsDouble(figure))));
    gauge.register(rows, true);
  }

  private void logins(LoginService service) {
    gauge(
        "rosa.proxy.logins", "Users' addresses that are logged in", s -> service.logins().count());
    for (LoginResult result : LoginResult.values()) {
      FunctionCounter.builder("rosa.proxy.login.attempts", service, s -> s.checks().count(result))
          .description("Attempts to log in, by their end")
          .tag("result", result.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private double ready(ProxyStatus of) {
    return of.obstacle().isEmpty() ? 1 : 0;
  }

  private void bytes(String by, ToLongFunction<ProxyStatus> value) {
    FunctionCounter.builder("rosa.proxy.bytes", status, value::applyAsLong)
        .description("Bytes of proxied connections, by who let them pass")
        .tag("by", by)
        .register(registry);
  }

  private void gauge(String name, String description, ToDoubleFunction<ProxyStatus> value) {
    Gauge.builder(name, status, value).description(description).register(registry);
  }

  private void counter(String name, String description, ToLongFunction<ProxyStatus> value) {
    FunctionCounter.builder(name, status, value::applyAsLong)
        .description(description)
        .register(registry);
  }

  /** All of them as text. */
  public synchronized String scrape() {
    readKernel();
    readScans();
    return registry.scrape();
  }
}
