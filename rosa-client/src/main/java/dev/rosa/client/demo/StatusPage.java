package dev.rosa.client.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** A router's {@code /status}, as any operator can read it. */
final class StatusPage {

  private static final int TIMEOUT_MILLIS = 10_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String router;
  private final URI uri;
  private final Patience patience;

  StatusPage(String router, String address, Patience patience) {
    this.router = router;
    this.patience = patience;
    this.uri = URI.create("http://" + address + "/status");
  }

  /** What it says now. */
  RouterReadings read() throws DemoException, InterruptedException {
    AtomicReference<JsonNode> page = new AtomicReference<>();
    if (!patience.comes("the status of " + router, () -> fetch(page))) {
      throw new DemoException(router + " does not tell its status");
    }
    return readings(page.get());
  }

  /** False if the router is slow to answer. */
  private boolean fetch(AtomicReference<JsonNode> page) throws DemoException {
    try {
      page.set(JSON.readTree(get()));
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
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

  private byte[] get() throws IOException {
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
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
  void awaitCatalogue(int codes) throws DemoException, InterruptedException {
    String awaited = router + " to learn of " + codes + " codes from the Code Server";
    if (!patience.comes(awaited, () -> read().catalogued() >= codes)) {
      throw new DemoException(
          router + " has not learned of the " + codes + " codes from the Code Server");
    }
  }
}
