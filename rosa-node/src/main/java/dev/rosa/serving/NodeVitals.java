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
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Facts that every role tells on its status pages: build, start, and the end of the node's
 * certificate if it has one. Immutable.
 */
public final class NodeVitals {

  private final Build build;
  private final Optional<Instant> certificateEnd;
  private final Instant started;
  private final long startedNanos = System.nanoTime();

  private NodeVitals(Build build, Optional<Instant> certificateEnd, Instant started) {
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
    Instant end = certificate.getNotAfter().toInstant();
    return new NodeVitals(Build.of(node), Optional.of(end), clock.instant());
  }

  /** Facts of a node without a certificate that starts now. */
  public static NodeVitals of(Class<?> node, InstantSource clock) {
    return new NodeVitals(Build.of(node), Optional.empty(), clock.instant());
  }

  /** The facts for {@code /status}. */
  public Map<String, Object> status() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", build.version());
    build.commit().ifPresent(commit -> facts.put("commit", commit));
    facts.put("startedAt", started.toString());
    facts.put("uptimeSeconds", uptimeSeconds());
    certificateEnd.ifPresent(end -> facts.put("certificateEnd", end.toString()));
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
    certificateEnd.ifPresent(
        end ->
            gauge(
                registry,
                "rosa.certificate.end.timestamp.seconds",
                "Unix time at which this node's own certificate ends; without a new one by then the"
                    + " node cannot start and its peers refuse it",
                unused -> end.getEpochSecond()));
  }

  private void gauge(
      MeterRegistry registry, String name, String description, ToDoubleFunction<NodeVitals> value) {
    Gauge.builder(name, this, value)
        .description(description)
        .strongReference(true)
        .register(registry);
  }
}
