package dev.rosa.client.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.status.RouterPage;
import dev.rosa.config.HostPort;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** A router's {@code /status}, as any operator can read it. */
final class StatusPage {

  private static final long POLL_MILLIS = 50;

  private final String router;
  private final HostPort address;

  StatusPage(String router, String address) {
    this.router = router;
    this.address = HostPort.parse(address);
  }

  /** What it says now. */
  RouterReadings read() throws DemoException {
    try {
      JsonNode status = RouterPage.read(address);
      JsonNode latency = status.path("latency");
      return new RouterReadings(
          counts(status.path("packets")),
          counts(status.path("drops")),
          applications(status.path("applications")),
          usable(status.path("catalogue").path("codes")),
          latency.path("firstMicros").asDouble(),
          latency.path("medianMicros").asDouble(),
          latency.path("p99Micros").asDouble());
    } catch (IOException e) {
      throw new DemoException(router + " does not tell its status: " + e.getMessage(), e);
    }
  }

  private static Map<String, Map<String, Long>> applications(JsonNode list) {
    Map<String, Map<String, Long>> applications = new TreeMap<>();
    list.forEach(
        application ->
            applications.put(
                application.path("name").asText(), counts(application.path("counters"))));
    return applications;
  }

  private static int usable(JsonNode codes) {
    int usable = 0;
    for (JsonNode code : codes) {
      usable += code.path("permitted").asBoolean() && !code.path("epochs").isEmpty() ? 1 : 0;
    }
    return usable;
  }

  private static Map<String, Long> counts(JsonNode object) {
    Map<String, Long> counts = new TreeMap<>();
    object.properties().forEach(field -> counts.put(field.getKey(), field.getValue().asLong()));
    return counts;
  }

  /** Waits until the Code Server has told it of so many codes. */
  void awaitCatalogue(int codes, Duration patience) throws DemoException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (read().catalogued() < codes) {
      if (System.nanoTime() > deadline) {
        throw new DemoException(
            router + " has not learned of the " + codes + " codes from the Code Server");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
