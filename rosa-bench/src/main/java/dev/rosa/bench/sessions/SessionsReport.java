package dev.rosa.bench.sessions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Limit;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.sessions.SessionsResult.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Results for people and for programs. Stateless. */
final class SessionsReport {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double PAPERS_SHARE = 12.5;

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
    lines.add("live sessions   key remembered   key derived   key's share   bytes a session");
    lines.add("                   ns a packet   ns a packet                 heap  off heap");
    result.rows().forEach(row -> lines.add(line(result, row)));
    lines.add("");
    lines.add(
        format(
            "Deriving and preparing a key takes %.0f ns; the paper's key generation was %.1f %% of"
                + " a packet.",
            result.keyNanos(), PAPERS_SHARE));
    lines.addAll(FigureTable.lines("figure", List.of(result.figure(bars))));
    return lines;
  }

  private static String line(SessionsResult result, Row row) {
    return format(
        "%,13d %16.0f %13.0f %11.1f %% %9s %9s",
        row.sessions(),
        row.remembered(),
        row.derived(),
        100 * result.keyShare(row),
        perSession(row, row.memory().heapBytes()),
        perSession(row, row.memory().mappedBytes()));
  }

  /** Of a handful of sessions nothing can be told from what is measured. */
  private static String perSession(Row row, long bytes) {
    return row.sessions() < SessionsResult.MANY / 10 ? "–" : format("%d", bytes / row.sessions());
  }

  /** One object. */
  static String json(SessionsResult result, Bars bars) {
    Figure figure = result.figure(bars);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("suite", result.plan().suite().protocolName());
    all.put("provider", result.provider());
    all.put("packetBytes", SessionsPlan.PACKET_BYTES);
    all.put("batch", SessionsPlan.BATCH);
    all.put("rounds", result.plan().rounds());
    all.put("sessions", result.rows().stream().map(row -> json(result, row)).toList());
    all.put("keyNanos", result.keyNanos());
    all.put("ratio", result.ratio().isPresent() ? result.ratio().getAsDouble() : null);
    all.put("bar", figure.limit().map(Limit::bound).orElse(null));
    all.put("reached", reached(figure.verdict()));
    all.put("flags", result.flags());
    all.put("machine", Machine.here());
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of numbers and texts are always JSON", e);
    }
  }

  /** Null without a verdict. */
  private static Boolean reached(Figure.Verdict verdict) {
    return switch (verdict) {
      case REACHED -> true;
      case MISSED -> false;
      case NO_VERDICT, NOT_MEASURED, NO_LIMIT -> null;
    };
  }

  private static Map<String, Object> json(SessionsResult result, Row row) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("sessions", row.sessions());
    shown.put("rememberedNanos", row.remembered());
    shown.put("derivedNanos", row.derived());
    shown.put("keyShare", result.keyShare(row));
    shown.put("heapBytes", row.memory().heapBytes());
    shown.put("offHeapBytes", row.memory().mappedBytes());
    shown.put("countedBytes", row.countedBytes());
    return shown;
  }
}
