package dev.rosa.client.demo.node;

import java.util.Map;
import java.util.TreeMap;

/**
 * Readings of a router's status page at one moment.
 *
 * @param events counts by name, e.g. {@code verified}
 * @param drops counts by drop reason
 * @param applications counts of the applications that run here, by name and counter
 * @param catalogued codes in its catalogue that it may have and whose secret is there
 * @param firstMicros latency of the very first packet, fetches included
 * @param medianMicros median latency of packets since
 * @param p99Micros 99 % take less
 */
public record RouterReadings(
    Map<String, Long> events,
    Map<String, Long> drops,
    Map<String, Map<String, Long>> applications,
    int catalogued,
    double firstMicros,
    double medianMicros,
    double p99Micros) {

  public long event(String name) {
    return events.getOrDefault(name, 0L);
  }

  /** Drops since an earlier reading, those that grew. */
  public Map<String, Long> dropsSince(RouterReadings earlier) {
    Map<String, Long> grown = new TreeMap<>();
    drops.forEach(
        (reason, count) -> {
          long more = count - earlier.drops.getOrDefault(reason, 0L);
          if (more != 0) {
            grown.put(reason, more);
          }
        });
    return grown;
  }
}
