package dev.rosa.client.demo.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Waits;
import dev.rosa.client.status.RouterPage;
import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** Reader of a router's {@code /status} for the demo, which waits for what it should say. */
public final class StatusPage {

  private final String router;
  private final HostPort address;
  private final Waits waits;

  public StatusPage(String router, String address, Waits waits) {
    this.router = router;
    this.address = HostPort.parse(address);
    this.waits = waits;
  }

  /** Reads its present content. */
  public RouterReadings read() throws DemoException, InterruptedException {
    AtomicReference<JsonNode> page = new AtomicReference<>();
    if (!waits.comes("the status of " + router, () -> fetch(page))) {
      throw new DemoException(router + " does not tell its status");
    }
    return readings(page.get());
  }

  /** False if the router is slow to answer. */
  private boolean fetch(AtomicReference<JsonNode> page) throws DemoException {
    try {
      page.set(RouterPage.read(address));
      return true;
    } catch (IOException e) {
      if (e.getCause() instanceof SocketTimeoutException) {
        return false;
      }
      throw new DemoException(router + " does not tell its status: " + e.getMessage(), e);
    }
  }

  private static RouterReadings readings(JsonNode status) {
    JsonNode latency = status.path("latency");
    return new RouterReadings(
        counts(status.path("packets")),
        counts(status.path("drops")),
        applications(status.path("applications")),
        usable(status.path("catalogue").path("codes")),
        latency.path("firstMicros").asDouble(),
        latency.path("medianMicros").asDouble(),
        latency.path("p99Micros").asDouble());
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
  public void awaitCatalogue(int codes) throws DemoException, InterruptedException {
    String awaited = router + " to learn of " + codes + " codes from the Code Server";
    if (!waits.comes(awaited, () -> read().catalogued() >= codes)) {
      throw new DemoException(
          router + " has not learned of the " + codes + " codes from the Code Server");
    }
  }
}
