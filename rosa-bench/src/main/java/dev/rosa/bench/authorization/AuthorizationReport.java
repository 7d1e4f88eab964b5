package dev.rosa.bench.authorization;

import dev.rosa.bench.authorization.AuthorizationResult.Point;
import dev.rosa.bench.authorization.AuthorizationResult.Row;
import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.display.TextTable;
import dev.rosa.bench.display.TextTable.Side;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Json;
import dev.rosa.bench.measure.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Report of {@code ./rosa bench as}, as lines for people and as JSON for programs. Stateless. */
final class AuthorizationReport {

  private static final List<String> HEADS =
      List.of(
          "at a time",
          "sessions/s",
          "p50 ms",
          "p99 ms",
          "CPU ms a session",
          "echo/s",
          "two checks/s",
          "bare commits/s",
          "of the lowest",
          "other build/s",
          "its CPU ms",
          StepCaServer.NAME + "/s",
          "its p50 ms",
          "its p99 ms",
          "its CPU ms");

  private AuthorizationReport() {}

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /** A table and the figures. */
  static List<String> lines(AuthorizationResult result, Bars bars) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "Sessions of the Authorization Server over mutual TLS, durable, medians of %d round%s"
                + " of %.0f s",
            result.plan().rounds(),
            result.plan().rounds() == 1 ? "" : "s",
            result.plan().seconds()));
    lines.add("");
    TextTable table = new TextTable().column(Side.LEFT, "storage");
    HEADS.forEach(head -> table.column(Side.RIGHT, head));
    result.rows().forEach(row -> table.row(cells(row)));
    lines.addAll(table.lines());
    lines.add("");
    lines.add(
        "The callers share the machine with the server. Two checks are by "
            + result.checks()
            + " on all cores.");
    lines.addAll(stepCa(result.plan().stepCa()));
    lines.add("");
    lines.addAll(FigureTable.lines("figure", result.figures(bars)));
    return lines;
  }

  private static List<String> cells(Row row) {
    return List.of(
        row.storage(),
        format("%d", row.callers()),
        format("%,.0f", row.median(point -> point.own().rate())),
        format("%.1f", row.median(point -> point.own().median())),
        format("%.1f", row.median(point -> point.own().late())),
        format("%.2f", row.median(point -> point.own().cpuMillis())),
        format("%,.0f", row.median(Point::echo)),
        format("%,.0f", row.median(Point::checks)),
        format("%,.0f", row.median(Point::commits)),
        format("%.2f ×", row.median(Point::share)),
        other(row, Point::beside, "%,.0f", ServerProcess.Reading::rate),
        other(row, Point::beside, "%.2f", ServerProcess.Reading::cpuMillis),
        other(row, Point::stepCa, "%,.0f", ServerProcess.Reading::rate),
        other(row, Point::stepCa, "%.1f", ServerProcess.Reading::median),
        other(row, Point::stepCa, "%.1f", ServerProcess.Reading::late),
        other(row, Point::stepCa, "%.2f", ServerProcess.Reading::cpuMillis));
  }

  private static List<String> stepCa(StepCa stepCa) {
    if (!stepCa.isThere()) {
      return List.of(StepCa.NAME + " was not measured: " + stepCa.absence());
    }
    return List.of(
        StepCa.NAME + " checks a one-time token and a certificate request, and signs an X.509",
        "certificate (ECDSA P-256). Token and certificate are durable writes of its default"
            + " database,",
        "Badger, before the answer. Its users have TLS without certificates, and it proves no"
            + " record.");
  }

  private static String other(
      Row row,
      Function<Point, Optional<ServerProcess.Reading>> server,
      String pattern,
      ToDoubleFunction<ServerProcess.Reading> value) {
    boolean measured = row.points().stream().allMatch(point -> server.apply(point).isPresent());
    return measured
        ? format(
            pattern, row.median(point -> value.applyAsDouble(server.apply(point).orElseThrow())))
        : "–";
  }

  /** One object. */
  static String json(AuthorizationResult result, Bars bars) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("rounds", result.plan().rounds());
    all.put("seconds", result.plan().seconds());
    all.put("checks", result.checks());
    StepCa stepCa = result.plan().stepCa();
    all.put(StepCaServer.NAME, Map.of("version", StepCa.VERSION, "absence", stepCa.absence()));
    all.put("rows", result.rows());
    all.put("figures", Json.figures(result.figures(bars)));
    all.put("machine", Machine.here());
    return Json.text(all);
  }
}
