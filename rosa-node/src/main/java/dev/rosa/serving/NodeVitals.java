package dev.rosa.serving;

import dev.rosa.command.Build;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Facts that every role tells on its status pages: build, start, and the end of the node's
 * certificate. Immutable.
 */
public final class NodeVitals {

  private final Build build;
  private final Instant certificateEnd;
  private final Instant started;
  private final long startedNanos = System.nanoTime();

  private NodeVitals(Build build, Instant certificateEnd, Instant started) {
    this.build = build;
    this.certificateEnd = certificateEnd;
    this.started = started;
  }

  /**
   * Facts of a node that starts now.
   *
   * @param node a class of the node's jar
   * @param certificate the node's own
   */
  public static NodeVitals of(Class<?> node, X509Certificate certificate, InstantSource clock) {
    return new NodeVitals(Build.of(node), certificate.getNotAfter().toInstant(), clock.instant());
  }

  /** The facts for {@code /status}. */
  public Map<String, Object> status() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", build.version());
    build.commit().ifPresent(commit -> facts.put("commit", commit));
    facts.put("startedAt", started.toString());
    facts.put("uptimeSeconds", uptimeSeconds());
    facts.put("certificateEnd", certificateEnd.toString());
    return facts;
  }

  private long uptimeSeconds() {
    return Duration.ofNanos(System.nanoTime() - startedNanos).toSeconds();
  }

  /** Registers the facts for {@code /metrics}. */
  public void register(MeterRegistry registry) {
    Gauge.builder("rosa.build.info", () -> 1)
        .description("Version and commit that this node was built from")
        .tag("version", build.version())
        .tag("commit", build.commit().orElse("unknown"))
        .register(registry);
    gauge(
        registry,
        "rosa.uptime.seconds",
        "Seconds since this node was started",
        NodeVitals::uptimeSeconds);
    gauge(
        registry,
        "rosa.certificate.end.timestamp.seconds",
        "Unix time at which this node's own certificate ends; without a new one by then the node"
            + " cannot start and its peers refuse it",
        vitals -> vitals.certificateEnd.getEpochSecond());
  }

  private void gauge(
      MeterRegistry registry, String name, String description, ToDoubleFunction<NodeVitals> value) {
    Gauge.builder(name, this, value)
        .description(description)
        .strongReference(true)
        .register(registry);
  }
}
