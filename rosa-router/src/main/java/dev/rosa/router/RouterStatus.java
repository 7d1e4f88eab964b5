package dev.rosa.router;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.identity.Identity;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.RouterCounters.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * What a router tells of itself: who it is, what it knows, what it has done. Read from any thread;
 * never holds a secret.
 *
 * @param self who it is
 * @param source where its catalogue comes from
 * @param workers what has been done
 * @param diversion how packets come from the kernel's network; supplies null where they do not
 * @param environment the loaded applications
 * @param providers who serves which suite
 * @param startedNanos when it started, on the clock of {@link System#nanoTime}
 */
record RouterStatus(
    Identity self,
    CodeSource source,
    Workers workers,
    Supplier<DiversionStatus> diversion,
    ExecutionEnvironment environment,
    ProviderRegistry providers,
    long startedNanos) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All of it as one JSON object. */
  String json() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("router", self.id().name());
    status.put("domain", Integer.toUnsignedLong(self.id().domain()));
    status.put("nodeId", Integer.toUnsignedLong(self.nodeId()));
    status.put("version", version());
    status.put("uptimeSeconds", Duration.ofNanos(System.nanoTime() - startedNanos).toSeconds());
    status.put("catalogue", catalogue());
    status.put("workers", workers.all().size());
    status.put("sessionsLive", workers.liveSessions());
    status.put("parkedNow", workers.parkedNow());
    DiversionStatus diverted = diversion.get();
    if (diverted != null) {
      status.put("diversion", diverted);
    }
    status.put("packets", packets());
    status.put("drops", drops());
    status.put("latency", workers.latency());
    status.put("applications", applications());
    status.put("endlessCodes", environment.endlessCodes());
    status.put("providers", suites());
    status.put("fuelMetering", false);
    return write(status);
  }

  static String write(Object value) {
    try {
      return JSON.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of numbers and texts are always JSON", e);
    }
  }

  /** The jar's version, or {@code development} outside a jar. */
  static String version() {
    String version = RouterStatus.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private Map<String, Object> catalogue() {
    Catalogue catalogue = source.catalogue();
    List<Map<String, Object>> codes = new ArrayList<>();
    for (Catalogue.Entry entry : catalogue.entries()) {
      Map<String, Object> code = new LinkedHashMap<>();
      code.put("name", entry.name());
      code.put("digest", entry.digest().hex());
      code.put("permitted", entry.permitted());
      code.put("epochs", entry.epochs().stream().map(Integer::toUnsignedLong).sorted().toList());
      codes.add(code);
    }
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("version", catalogue.version());
    shown.put("codes", codes);
    return shown;
  }

  /** What was counted besides drops, by name such as {@code keysDerived}. */
  Map<String, Long> packets() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Event event : Event.values()) {
      counts.put(camelCase(event.name()), workers.counted(event));
    }
    return counts;
  }

  private static String camelCase(String constant) {
    String[] words = constant.toLowerCase(Locale.ROOT).split("_");
    StringBuilder name = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i], 1, words[i].length());
    }
    return name.toString();
  }

  /** Every drop reason's count. */
  Map<String, Long> drops() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (DropReason reason : DropReason.values()) {
      counts.put(reason.name(), workers.dropped(reason));
    }
    return counts;
  }

  /** The counters of the loaded applications, with the name the catalogue gives each. */
  List<Map<String, Object>> applications() {
    List<Map<String, Object>> applications = new ArrayList<>();
    for (Map.Entry<String, SortedMap<String, Long>> loaded :
        environment.applicationCounters().entrySet()) {
      Map<String, Object> application = new LinkedHashMap<>();
      application.put("name", nameOf(loaded.getKey()));
      application.put("digest", loaded.getKey());
      application.put("counters", loaded.getValue());
      applications.add(application);
    }
    return applications;
  }

  private String nameOf(String digest) {
    return source.catalogue().entries().stream()
        .filter(entry -> entry.digest().hex().equals(digest))
        .map(Catalogue.Entry::name)
        .findFirst()
        .orElse("withdrawn");
  }

  private Map<String, String> suites() {
    Map<String, String> suites = new LinkedHashMap<>();
    providers.servedBy().forEach((suite, name) -> suites.put(suite.protocolName(), name));
    return suites;
  }
}
