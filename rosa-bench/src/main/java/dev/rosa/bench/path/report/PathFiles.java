package dev.rosa.bench.path.report;

import dev.rosa.bench.display.FigurePage;
import dev.rosa.bench.display.ReportFiles;
import dev.rosa.bench.measure.Json;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of the report of {@code ./rosa bench path}: JSON for programs, a page with pictures for
 * people. Stateless.
 */
public final class PathFiles {

  /** The page. */
  public static final String PAGE = "path.html";

  private static final String NAME = "path";

  private PathFiles() {}

  /**
   * Writes all of them.
   *
   * @param further another place for the JSON, or null
   */
  public static void write(PathFindings findings, Path directory, Path further) throws IOException {
    Map<String, String> pictures = Map.of("path.svg", PathPicture.delivered(findings.results()));
    String page = page(findings, pictures.values());
    new ReportFiles(json(findings), pictures, page).write(directory, NAME, further);
  }

  /** The page, with its pictures in it. */
  static String page(PathFindings findings, Collection<String> pictures) {
    return FigurePage.of(
        new FigurePage.Head("ROSA packet path", PathFigures.SETTING, findings.warnings()),
        findings.figures(),
        pictures,
        PathReport.of(findings));
  }

  /** One object. */
  static String json(PathFindings findings) {
    PathResults results = findings.results();
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("machine", findings.machine());
    root.put("plan", findings.plan());
    root.put("cores", findings.cores());
    root.put("figures", Json.figures(findings.figures()));
    List<Map<String, Object>> rows = new ArrayList<>();
    results.readings().forEach((row, rounds) -> rows.add(row(results, row, rounds)));
    root.put("rows", rows);
    root.put("warmUps", results.warmUps());
    results.steady().ifPresent(steady -> root.put("steady", steady));
    root.put("absent", results.absences());
    root.put("remarks", results.remarks());
    return Json.text(root);
  }

  private static Map<String, Object> row(
      PathResults results, PathRow row, Map<Integer, TrafficReading> rounds) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("way", row.way());
    map.put("variant", row.variant());
    map.put("payload", row.payload());
    map.put("mode", row.mode().label());
    map.put("drops", results.drops(row));
    if (!results.pairs(row).isEmpty()) {
      map.put("pairRatios", results.pairs(row));
    }
    List<Map<String, Object>> readings = new ArrayList<>();
    rounds.forEach((round, reading) -> readings.add(reading(round, reading)));
    map.put("rounds", readings);
    return map;
  }

  private static Map<String, Object> reading(int round, TrafficReading reading) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("round", round);
    map.put("seconds", reading.seconds());
    map.put("sentPerSecond", reading.sentPerSecond());
    map.put("deliveredPerSecond", reading.deliveredPerSecond());
    map.put("sent", reading.sent());
    map.put("delivered", reading.delivered());
    map.put("cpuNanos", reading.cpuNanos());
    map.put("softirqNanos", reading.softirqNanos());
    map.put("processNanos", reading.processNanos());
    map.put("busyShare", reading.busyShare());
    map.put("senderLimited", reading.isSenderLimited());
    reading.latency().ifPresent(latency -> map.put("latencyMicros", latency));
    return map;
  }
}
