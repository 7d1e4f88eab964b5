package dev.rosa.provider;

import dev.rosa.wire.Suite;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Optional providers that are absent, told in one line each, not one per suite. One thread's. */
final class Absences {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderRegistry.class);

  private record Absence(String provider, String reason) {}

  private final Map<Absence, Set<Suite>> suites = new LinkedHashMap<>();

  void add(String provider, Suite suite, String reason) {
    suites.computeIfAbsent(new Absence(provider, reason), key -> new TreeSet<>()).add(suite);
  }

  /** Who was to serve a suite and why they do not, for a sentence. */
  String of(Suite suite) {
    return suites.entrySet().stream()
        .filter(entry -> entry.getValue().contains(suite))
        .map(entry -> entry.getKey().provider() + " (" + entry.getKey().reason() + ")")
        .collect(Collectors.joining(", "));
  }

  /** Logs them, and who serves instead. */
  void log(Map<Suite, Appointed> appointed) {
    suites.forEach(
        (absence, of) -> {
          String instead =
              of.stream()
                  .map(suite -> suite + "=" + appointed.get(suite).serving().label())
                  .collect(Collectors.joining(" "));
          LOG.info(
              "provider {} is absent: {}; serving: {}",
              absence.provider(),
              absence.reason(),
              instead);
        });
  }
}
