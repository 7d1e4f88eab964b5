package dev.rosa.provider;

import dev.rosa.wire.active.Suite;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log messages about optional crypto providers that are absent: one line for each provider, not one
 * for each suite. One thread's.
 */
final class AbsentProviders {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderRegistry.class);

  /** A provider that is absent, and the reason. */
  private record Absence(String provider, String reason) {}

  private final Map<Absence, Set<Suite>> suites = new LinkedHashMap<>();

  void add(String provider, Suite suite, String reason) {
    suites.computeIfAbsent(new Absence(provider, reason), key -> new TreeSet<>()).add(suite);
  }

  /** Absent providers of a suite with their reasons, for a sentence. */
  String of(Suite suite) {
    return suites.entrySet().stream()
        .filter(entry -> entry.getValue().contains(suite))
        .map(entry -> entry.getKey().provider() + " (" + entry.getKey().reason() + ")")
        .collect(Collectors.joining(", "));
  }

  /** Logs them, and the provider that serves instead. */
  void log(Map<Suite, ChosenServer> chosen) {
    suites.forEach(
        (absence, of) -> {
          Map<String, List<String>> instead =
              of.stream()
                  .collect(
                      Collectors.groupingBy(
                          suite -> label(chosen.get(suite)),
                          LinkedHashMap::new,
                          Collectors.mapping(Suite::protocolName, Collectors.toList())));
          LOG.info(
              "provider {} is absent: {}; {}",
              absence.provider(),
              absence.reason(),
              words(instead));
        });
  }

  private static String label(ChosenServer to) {
    return to.isOpen() ? "the fastest of the others" : to.serving().label();
  }

  private static String words(Map<String, List<String>> instead) {
    return instead.entrySet().stream()
        .map(entry -> entry.getKey() + " serves " + words(entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String words(List<String> served) {
    return served.size() == Suite.values().length ? "all suites" : String.join(", ", served);
  }
}
