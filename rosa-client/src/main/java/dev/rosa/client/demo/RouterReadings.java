package dev.rosa.client.demo;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a router's status page said at one moment.
 *
 * @param events counts by name, e.g. {@code verified}
 * @param drops counts by drop reason
 * @param applications counts of the applications that run here, by name and counter
 * @param catalogued how many codes the Code Server has told it of that it may have and whose secret
 *     is there
 * @param firstMicros how long the very first packet took, fetches included
 * @param medianMicros how long packets take since
 * @param p99Micros 99 % take less
 */
record RouterReadings(
    Map<String, Long> events,
    Map<String, Long> drops,
    Map<String, Map<String, Long>> applications,
    int catalogued,
    double firstMicros,
    double medianMicros,
    double p99Micros) {

  long event(String name) {
    return events.getOrDefault(name, 0L);
  }

  /** Drops since an earlier reading, those that grew. */
  Map<String, Long> dropsSince(RouterReadings earlier) {
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
