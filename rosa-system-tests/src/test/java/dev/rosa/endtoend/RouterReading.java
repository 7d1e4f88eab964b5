package dev.rosa.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * A router's status page at one moment.
 *
 * @param packets what was counted besides drops, e.g. {@code verified}
 * @param drops by reason
 * @param status all of it
 */
record RouterReading(Map<String, Long> packets, Map<String, Long> drops, JsonNode status) {

  static RouterReading of(JsonNode status) {
    return new RouterReading(counts(status.path("packets")), counts(status.path("drops")), status);
  }

  private static Map<String, Long> counts(JsonNode object) {
    Map<String, Long> counts = new TreeMap<>();
    object.properties().forEach(field -> counts.put(field.getKey(), field.getValue().asLong()));
    return counts;
  }

  long packets(String event) {
    return packets.get(event);
  }

  /** True if every packet that came in was forwarded or dropped. */
  boolean isSettled() {
    long dropped = drops.values().stream().mapToLong(Long::longValue).sum();
    return status.path("parkedNow").asInt() == 0
        && packets("received") == packets("forwarded") + dropped;
  }

  /** The drops since an earlier reading; reasons that did not grow are left out. */
  Map<String, Long> dropsSince(RouterReading earlier) {
    return grown(drops, earlier.drops);
  }

  /** The other counters since an earlier reading. */
  Map<String, Long> packetsSince(RouterReading earlier) {
    return grown(packets, earlier.packets);
  }

  private static Map<String, Long> grown(Map<String, Long> now, Map<String, Long> before) {
    Map<String, Long> grown = new TreeMap<>();
    now.forEach(
        (name, count) -> {
          long more = count - before.get(name);
          if (more != 0) {
            grown.put(name, more);
          }
        });
    return grown;
  }

  /** One of an application's own counters, 0 until it is there. */
  long application(String name, String counter) {
    for (JsonNode application : status.path("applications")) {
      if (application.path("name").asText().equals(name)) {
        return application.path("counters").path(counter).asLong();
      }
    }
    return 0;
  }

  /** Names of the codes in its catalogue. */
  int catalogued() {
    return status.path("catalogue").path("codes").size();
  }
}
