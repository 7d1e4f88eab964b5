package dev.rosa.bench.proxy.report;

import dev.rosa.bench.display.FigurePage;
import dev.rosa.bench.display.ReportFiles;
import dev.rosa.bench.measure.Json;
import dev.rosa.bench.proxy.result.ProxyResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of the report of {@code ./rosa bench proxy}: JSON for programs, a page with pictures for
 * people. Stateless.
 */
public final class ProxyFiles {

  /** The page. */
  public static final String PAGE = "proxy.html";

  private static final String NAME = "proxy";

  private ProxyFiles() {}

  /**
   * Writes all of them.
   *
   * @param further another place for the JSON, or null
   */
  public static void write(ProxyFindings findings, Path directory, Path further)
      throws IOException {
    Map<String, String> pictures = ProxyPictures.all(findings.results());
    String page = page(findings, pictures.values());
    new ReportFiles(json(findings), pictures, page).write(directory, NAME, further);
  }

  /** The page, with its pictures in it. */
  static String page(ProxyFindings findings, Collection<String> pictures) {
    return FigurePage.of(
        new FigurePage.Head("ROSA application proxy", ProxyFigures.SETTING, findings.warnings()),
        findings.figures(),
        pictures,
        ProxyReport.of(findings));
  }

  /** One object. */
  static String json(ProxyFindings findings) {
    ProxyResults results = findings.results();
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("machine", findings.machine());
    root.put("plan", findings.plan());
    root.put("cores", findings.cores());
    root.put("loadAverage", findings.load());
    root.put("figures", Json.figures(findings.figures()));
    root.put("rows", rows(results));
    root.put("values", results.values());
    root.put("absent", results.absences());
    root.put("remarks", results.remarks());
    return Json.text(root);
  }

  private static List<Map<String, Object>> rows(ProxyResults results) {
    List<Map<String, Object>> rows = new ArrayList<>();
    results
        .readings()
        .forEach(
            (row, rounds) -> {
              Map<String, Object> map = new LinkedHashMap<>();
              map.put("way", row.way());
              map.put("path", row.demand().path());
              map.put("clients", row.demand().clients());
              map.put("connectionEach", row.demand().isOneEach());
              map.put("rounds", rounds);
              rows.add(map);
            });
    return rows;
  }
}
