package dev.rosa.bench.shootout.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.shootout.result.Allocation;
import dev.rosa.bench.shootout.result.CallCost;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Ratio;
import dev.rosa.bench.shootout.result.Results;
import dev.rosa.bench.shootout.result.Standings;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results as JSON: the lines alone, and everything that explains them. Stateless. */
final class JsonFiles {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .build();

  private JsonFiles() {}

  /** A list of {@link Row}s, a line each. */
  static void writeRows(List<Row> rows, OutputStream out) throws IOException {
    ObjectMapper flat = new ObjectMapper();
    StringBuilder text = new StringBuilder("[\n");
    for (int i = 0; i < rows.size(); i++) {
      text.append(i == 0 ? "  " : ",\n  ").append(flat.writeValueAsString(rows.get(i)));
    }
    out.write(text.append("\n]\n").toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** Machine, versions, figures, and every round. */
  static void writeDetails(Findings findings, List<Figure> figures, OutputStream out)
      throws IOException {
    Map<String, Object> details = setting(findings);
    details.put("recommendations", recommendations(findings));
    details.put("paper", Paper.CITED);
    details.put("figures", figures.stream().map(JsonFiles::figure).toList());
    details.put("rounds", rounds(findings.results()));
    details.put(
        "heapBytesPerPacket", findings.allocations().stream().map(JsonFiles::allocation).toList());
    details.put("callCosts", findings.callCosts().stream().map(JsonFiles::callCost).toList());
    JSON.writeValue(out, details);
  }

  private static Map<String, Object> setting(Findings findings) {
    Findings.Setting setting = findings.setting();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("scope", setting.scope());
    map.put("started", setting.started().toString());
    map.put("seconds", findings.duration().toSeconds());
    map.put("incomplete", findings.incompleteness().orElse(null));
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cpu", setting.machine().cpu());
    machine.put("cores", setting.machine().cores());
    machine.put("features", setting.machine().features());
    machine.put("system", setting.machine().system());
    machine.put("jvm", setting.machine().jvm());
    map.put("machine", machine);
    map.put("jvmFlags", setting.jvmFlags());
    map.put("providers", setting.providers());
    map.put("versions", findings.versions());
    map.put("remarks", findings.remarks());
    return map;
  }

  private static List<Map<String, Object>> recommendations(Findings findings) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Recommendation.Advice advice : Recommendation.of(findings)) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("sentence", advice.sentence());
      map.put("line", advice.line().orElse(null));
      list.add(map);
    }
    return list;
  }

  private static Map<String, Object> figure(Figure figure) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("what", figure.what());
    map.put("bar", figure.limitText());
    map.put("measured", figure.measured().isPresent() ? figure.measured().getAsDouble() : null);
    map.put("verdict", figure.verdictText());
    map.put("facts", figure.facts());
    return map;
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
    map.put("median", ratio.median().isPresent() ? ratio.median().getAsDouble() : null);
    map.put("byRound", ratio.byRound());
    return map;
  }

  private static Map<String, Object> allocation(Allocation allocation) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("provider", allocation.provider());
    map.put("suite", allocation.suite().protocolName());
    map.put("verify", allocation.verifyBytes());
    map.put("tag", allocation.tagBytes());
    return map;
  }

  private static Map<String, Object> callCost(CallCost cost) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("call", cost.name());
    map.put("function", cost.function());
    map.put("ns", cost.ns().isPresent() ? cost.ns().getAsDouble() : null);
    map.put("nsByRound", cost.nsByRound());
    map.put("absence", cost.absence().orElse(null));
    return map;
  }
}
