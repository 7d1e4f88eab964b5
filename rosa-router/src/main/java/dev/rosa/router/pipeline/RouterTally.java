package dev.rosa.router.pipeline;

import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.execution.CodeBreaker;
import dev.rosa.router.execution.CodeReport;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.Shortage;
import dev.rosa.router.pipeline.RouterCounters.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * Counts of a router, live or in a replay, under the names that its pages have for them. Read from
 * any thread.
 *
 * @param workers that count
 * @param environment the loaded applications
 * @param source has their names
 */
public record RouterTally(Workers workers, ExecutionEnvironment environment, CodeSource source) {

  /** Counts of events besides drops, by name such as {@code keysDerived}. */
  public Map<String, Long> packets() {
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
  public Map<String, Long> drops() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (DropReason reason : DropReason.values()) {
      counts.put(reason.name(), workers.dropped(reason));
    }
    return counts;
  }

  /** Counters and runs of the loaded applications, with the name the catalogue gives each. */
  public List<Map<String, Object>> applications() {
    List<Map<String, Object>> applications = new ArrayList<>();
    Map<String, CodeReport> reports = environment.reports();
    for (Map.Entry<String, SortedMap<String, Long>> loaded :
        environment.applicationCounters().entrySet()) {
      Map<String, Object> application = new LinkedHashMap<>();
      application.put("name", source.catalogue().nameOf(loaded.getKey()));
      application.put("digest", loaded.getKey());
      application.put("counters", loaded.getValue());
      CodeReport report = reports.get(loaded.getKey());
      if (report != null) {
        application.putAll(runs(report));
      }
      applications.add(application);
    }
    return applications;
  }

  private static Map<String, Object> runs(CodeReport report) {
    Map<String, Object> runs = new LinkedHashMap<>();
    runs.put("packets", report.packets());
    runs.put("faults", report.faults());
    runs.put("exhausted", byWord(report.exhausted()));
    runs.put("fuel", Map.of("median", report.fuelMedian(), "p99", report.fuelP99()));
    runs.put("leftOut", report.leftOut());
    runs.put("stopped", report.stop().map(RouterTally::stop).orElse(null));
    runs.put("stoppedForUsers", report.stopsOfUsers().stream().map(RouterTally::stop).toList());
    return runs;
  }

  private static Map<String, Long> byWord(Map<Shortage, Long> counts) {
    Map<String, Long> byWord = new LinkedHashMap<>();
    counts.forEach((shortage, count) -> byWord.put(shortage.word(), count));
    return byWord;
  }

  private static Map<String, Object> stop(CodeBreaker.Stop stop) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("since", stop.since().toString());
    shown.put("session", Long.toHexString(stop.session()));
    shown.put("failure", stop.failure());
    return shown;
  }
}
