package dev.rosa.bench.firewall.report;

import dev.rosa.bench.display.FigurePage;
import dev.rosa.bench.display.ReportFiles;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.measure.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of the report of {@code ./rosa bench firewall}: JSON for programs, a page with pictures
 * for people. Stateless.
 */
public final class FirewallFiles {

  /** The page. */
  public static final String PAGE = "firewall.html";

  private static final String NAME = "firewall";

  private FirewallFiles() {}

  /**
   * Writes all of them.
   *
   * @param further another place for the JSON, or null
   */
  public static void write(FirewallFindings findings, Path directory, Path further)
      throws IOException {
    Map<String, String> pictures = FirewallPictures.all(findings.results());
    String page = page(findings, pictures.values());
    new ReportFiles(json(findings), pictures, page).write(directory, NAME, further);
  }

  /** The page, with its pictures in it. */
  static String page(FirewallFindings findings, Collection<String> pictures) {
    return FigurePage.of(
        new FigurePage.Head("ROSA firewall plane", FirewallFigures.SETTING, findings.warnings()),
        findings.figures(),
        pictures,
        FirewallReport.of(findings));
  }

  /** One object. */
  static String json(FirewallFindings findings) {
    FirewallResults results = findings.results();
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("machine", findings.machine());
    root.put("plan", findings.plan());
    root.put("cores", findings.cores());
    root.put("figures", Json.figures(findings.figures()));
    root.put("packets", packets(results));
    root.put("services", services(results));
    root.put("blockMillis", results.blockTimes());
    root.put("values", results.values());
    root.put("absent", results.absences());
    root.put("remarks", results.remarks());
    return Json.text(root);
  }

  private static List<Map<String, Object>> packets(FirewallResults results) {
    List<Map<String, Object>> rows = new ArrayList<>();
    results
        .packets()
        .forEach(
            (row, rounds) -> {
              Map<String, Object> map = new LinkedHashMap<>();
              map.put("way", row.way());
              map.put("payload", row.payload());
              map.put("fate", row.fate().label());
              map.put("netNanos", results.net(row));
              map.put("rounds", rounds);
              rows.add(map);
            });
    return rows;
  }

  private static List<Map<String, Object>> services(FirewallResults results) {
    List<Map<String, Object>> rows = new ArrayList<>();
    results
        .services()
        .forEach(
            (scenario, rounds) -> {
              Map<String, Object> map = new LinkedHashMap<>();
              map.put("scenario", scenario.label());
              map.put("rounds", rounds);
              rows.add(map);
            });
    return rows;
  }
}
