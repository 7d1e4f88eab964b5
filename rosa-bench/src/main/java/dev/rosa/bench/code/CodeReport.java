package dev.rosa.bench.code;

import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.display.TextTable;
import dev.rosa.bench.display.TextTable.Side;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Json;
import dev.rosa.bench.measure.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Report of {@code ./rosa bench code}, as lines for people and as JSON for programs. Stateless. */
final class CodeReport {

  private CodeReport() {}

  /** A table and the figures. */
  static List<String> lines(CodeResult result, Bars bars) {
    TextTable table =
        new TextTable()
            .column(Side.LEFT, "code")
            .column(Side.RIGHT, "metered, ns a packet")
            .column(Side.RIGHT, "plain, ns a packet")
            .column(Side.RIGHT, "ratio")
            .column(Side.RIGHT, "bytes a packet");
    for (CodeResult.Row row : result.rows()) {
      Duel.Reading reading = row.reading();
      table.row(
          List.of(
              row.name(),
              CodeResult.format("%,.0f", reading.metered()),
              CodeResult.format("%,.0f", reading.plain()),
              CodeResult.format("%.2f", reading.ratio()),
              CodeResult.format("%.0f", reading.bytes())));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        CodeResult.format(
            "Java %s, processor time, lower quartiles of %d interleaved rounds",
            System.getProperty("java.version"), result.rounds()));
    lines.add("");
    lines.addAll(table.lines());
    lines.add("");
    lines.addAll(FigureTable.lines("figure", result.figures(bars)));
    return lines;
  }

  /** One object. */
  static String json(CodeResult result, Bars bars) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("rounds", result.rounds());
    all.put("codes", result.rows());
    all.put("empty", result.empty());
    all.put("admission", result.admission());
    all.put("figures", Json.figures(result.figures(bars)));
    all.put("machine", Machine.here());
    return Json.text(all);
  }
}
