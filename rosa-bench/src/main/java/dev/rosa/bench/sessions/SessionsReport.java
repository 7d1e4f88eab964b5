package dev.rosa.bench.sessions;

import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.display.TextTable;
import dev.rosa.bench.display.TextTable.Side;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Json;
import dev.rosa.bench.measure.Limit;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.sessions.SessionsResult.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Report of {@code ./rosa bench sessions}, as lines for people and as JSON for programs. Stateless.
 */
final class SessionsReport {

  private static final double PAPERS_SHARE = 12.5;

  private static final List<String> HEADS =
      List.of(
          "live sessions",
          "revoked ones",
          "key remembered, ns a packet",
          "key derived, ns a packet",
          "key's share",
          "heap bytes a session",
          "off heap");

  private SessionsReport() {}

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /** A table and sentences. */
  static List<String> lines(SessionsResult result, Bars bars) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%s by %s, packets of %,d bytes in batches of %d, medians of %d rounds",
            result.plan().suite().protocolName(),
            result.provider(),
            SessionsPlan.PACKET_BYTES,
            SessionsPlan.BATCH,
            result.plan().rounds()));
    lines.add("");
    TextTable table = new TextTable();
    HEADS.forEach(head -> table.column(Side.RIGHT, head));
    result.rows().forEach(row -> table.row(cells(result, row)));
    lines.addAll(table.lines());
    lines.add("");
    lines.add(
        format(
            "Deriving and preparing a key takes %.0f ns; the paper's key generation was %.1f %% of"
                + " a packet.",
            result.keyNanos(), PAPERS_SHARE));
    lines.addAll(FigureTable.lines("figure", result.figures(bars)));
    return lines;
  }

  private static List<String> cells(SessionsResult result, Row row) {
    return List.of(
        format("%,d", row.sessions()),
        format("%,d", row.revoked()),
        format("%.0f", row.remembered()),
        format("%.0f", row.derived()),
        format("%.1f %%", 100 * result.keyShare(row)),
        perSession(row, row.memory().heapBytes()),
        perSession(row, row.memory().mappedBytes()));
  }

  /** Of a handful of sessions nothing can be told from what is measured. */
  private static String perSession(Row row, long bytes) {
    return row.sessions() < SessionsResult.MANY / 10 ? "–" : format("%d", bytes / row.sessions());
  }

  /** One object. */
  static String json(SessionsResult result, Bars bars) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("suite", result.plan().suite().protocolName());
    all.put("provider", result.provider());
    all.put("packetBytes", SessionsPlan.PACKET_BYTES);
    all.put("batch", SessionsPlan.BATCH);
    all.put("rounds", result.plan().rounds());
    all.put("sessions", result.rows().stream().map(row -> json(result, row)).toList());
    all.put("keyNanos", result.keyNanos());
    all.put("figures", result.figures(bars).stream().map(SessionsReport::json).toList());
    all.put("flags", result.flags());
    all.put("machine", Machine.here());
    return Json.text(all);
  }

  /** Null without a verdict. */
  private static Boolean reached(Figure.Verdict verdict) {
    return switch (verdict) {
      case REACHED -> true;
      case MISSED -> false;
      case NO_VERDICT, NOT_MEASURED, NO_LIMIT -> null;
    };
  }

  private static Map<String, Object> json(Figure figure) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("figure", figure.key());
    shown.put("ratio", figure.measured());
    shown.put("bar", figure.limit().map(Limit::bound));
    shown.put("reached", reached(figure.verdict()));
    return shown;
  }

  private static Map<String, Object> json(SessionsResult result, Row row) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("sessions", row.sessions());
    shown.put("revoked", row.revoked());
    shown.put("rememberedNanos", row.remembered());
    shown.put("derivedNanos", row.derived());
    shown.put("keyShare", result.keyShare(row));
    shown.put("heapBytes", row.memory().heapBytes());
    shown.put("offHeapBytes", row.memory().mappedBytes());
    shown.put("countedBytes", row.countedBytes());
    return shown;
  }
}
