package dev.rosa.bench.shootout.report;

import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Json;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Ratio;
import dev.rosa.bench.shootout.result.Results;
import dev.rosa.bench.shootout.result.Standings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON file with everything that explains the shootout's results. Stateless. */
final class DetailsFile {

  private DetailsFile() {}

  /** Machine, versions, figures, and every round. */
  static String of(Findings findings, List<Figure> figures) {
    Findings.Setting setting = findings.setting();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("scope", setting.scope());
    details.put("started", setting.started().toString());
    details.put("seconds", findings.duration().toSeconds());
    details.put("incomplete", findings.incompleteness());
    details.put("machine", setting.machine());
    details.put("jvmFlags", setting.jvmFlags());
    details.put("providers", setting.providers());
    details.put("versions", findings.versions());
    details.put("remarks", findings.remarks());
    details.put("recommendations", Recommendation.of(findings));
    details.put("paper", Paper.CITED);
    details.put("figures", Json.figures(figures));
    details.put("rounds", rounds(findings.results()));
    details.put("heapBytesPerPacket", findings.allocations());
    details.put("callCosts", findings.callCosts());
    return Json.text(details);
  }

  /** Nanoseconds by round, and how many times as fast as the best single-packet provider. */
  private static List<Map<String, Object>> rounds(Results results) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Cell cell : results.cells()) {
      if (results.nsPerPacket(cell).isEmpty()) {
        continue;
      }
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("operation", cell.operation().label());
      map.put("provider", cell.provider());
      map.put("bytes", cell.bytes());
      map.put("batch", cell.batch());
      map.put("nsPerPacketByRound", results.rounds(cell));
      Standings.of(results, cell.operation(), cell.bytes(), Cell.ONE_AT_A_TIME)
          .first()
          .ifPresent(best -> map.put("timesAsFastAs", ratio(best, results.ratio(best, cell))));
      list.add(map);
    }
    return list;
  }

  private static Map<String, Object> ratio(Cell best, Ratio ratio) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bestOneAtATime", best.provider());
    map.put("median", ratio.median());
    map.put("byRound", ratio.byRound());
    return map;
  }
}
