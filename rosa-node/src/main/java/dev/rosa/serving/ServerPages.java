package dev.rosa.serving;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Status pages of a server that forwards no packets, such as the Code Server: {@code /status}, one
 * JSON object, and {@code /metrics} for Prometheus. They begin with the facts that every node
 * tells. All counts are read when a page is asked for. Thread-safe if they are.
 */
public final class ServerPages {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final NodeVitals vitals;
  private final Map<String, Object> about;
  private final List<Counts> counts;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /**
   * Figures of one kind.
   *
   * @param name in words with dots, e.g. {@code peers.refused}
   * @param description one line
   * @param read the figures by label; always the same labels
   * @param grow they only grow, while the server runs
   */
  public record Counts(
      String name, String description, Supplier<Map<String, Long>> read, boolean grow) {

    /** Counts that grow. */
    public Counts(String name, String description, Supplier<Map<String, Long>> read) {
      this(name, description, read, true);
    }

    /** Figures that also fall. */
    public static Counts gauges(String name, String description, Supplier<Map<String, Long>> read) {
      return new Counts(name, description, read, false);
    }

    private double value(String label) {
      return read.get().getOrDefault(label, 0L);
    }
  }

  private ServerPages(NodeVitals vitals, Map<String, Object> about, List<Counts> counts) {
    this.vitals = vitals;
    this.about = about;
    this.counts = counts;
    vitals.register(registry);
    counts.forEach(this::register);
  }

  /**
   * The pages by path.
   *
   * @param about facts about the serving node, for {@code /status}
   * @param obstacle one line that says why the server is not ready; empty if it is
   */
  public static Map<String, StatusPage> of(
      NodeVitals vitals,
      Map<String, Object> about,
      List<Counts> counts,
      Supplier<Optional<String>> obstacle) {
    ServerPages pages = new ServerPages(vitals, new LinkedHashMap<>(about), List.copyOf(counts));
    return StatusPage.all(pages::json, pages.registry::scrape, obstacle);
  }

  private void register(Counts group) {
    for (String label : group.read().get().keySet()) {
      if (group.grow()) {
        FunctionCounter.builder("rosa." + group.name(), group, held -> held.value(label))
            .description(group.description())
            .tag("kind", label)
            .register(registry);
      } else {
        Gauge.builder("rosa." + group.name(), group, held -> held.value(label))
            .description(group.description())
            .tag("kind", label)
            .strongReference(true)
            .register(registry);
      }
    }
  }

  private String json() {
    Map<String, Object> status = new LinkedHashMap<>(about);
    status.putAll(vitals.status());
    counts.forEach(group -> status.put(group.name(), group.read().get()));
    try {
      return JSON.writeValueAsString(status) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of numbers and texts are always JSON", e);
    }
  }
}
