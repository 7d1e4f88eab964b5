package dev.rosa.bench.proxy.report;

import dev.rosa.bench.measure.Json;
import dev.rosa.bench.proxy.result.ProxyResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  private ProxyFiles() {}

  /**
   * Writes all of them.
   *
   * @param further another place for the JSON, or null
   */
  public static void write(ProxyFindings findings, Path directory, Path further)
      throws IOException {
    Files.createDirectories(directory);
    String json = json(findings);
    Files.writeString(directory.resolve("proxy.json"), json);
    if (further != null) {
      Files.writeString(further, json);
    }
    Map<String, String> pictures = ProxyPictures.all(findings.results());
    for (Map.Entry<String, String> picture : pictures.entrySet()) {
      Files.writeString(directory.resolve(picture.getKey()), picture.getValue());
    }
    Files.writeString(directory.resolve(PAGE), ProxyPage.of(findings, pictures.values()));
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
