package dev.rosa.bench.path.report;

import dev.rosa.bench.display.ReportText;
import dev.rosa.bench.display.TextTable;
import dev.rosa.bench.display.TextTable.Side;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.measure.WarmUp;
import dev.rosa.bench.path.peer.KernelForwarder;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.result.PathRow.Mode;
import dev.rosa.bench.path.run.PathPlan;
import dev.rosa.bench.path.traffic.Latency;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Report of {@code ./rosa bench path} for a person at a terminal. Its static methods keep no state.
 */
public final class PathReport {

  private final PathFindings findings;
  private final PathResults results;
  private final ReportText text = new ReportText();

  private PathReport(PathFindings findings) {
    this.findings = findings;
    this.results = findings.results();
  }

  /** All of it, line by line. */
  public static List<String> of(PathFindings findings) {
    PathReport report = new PathReport(findings);
    report.setting();
    report.warmUps();
    report.saturated();
    report.loaded();
    report.paced();
    report.text.absences(findings.results().absences());
    report.text.figures(PathFigures.SETTING, findings.figures());
    return report.text.lines();
  }

  private void setting() {
    text.add(findings.machine());
    text.add(
        "The router's core is %d, that of sender, receiver and all else %d. %s.",
        findings.cores().router(),
        findings.cores().traffic(),
        ReportText.rounds(findings.plan().rounds()));
    findings.warnings().forEach(warning -> text.add("%s", warning));
    text.add(
        "hub alone: decrypts from one peer, is forwarded through, encrypts to another; packets to"
            + " it were recorded before, those from it are counted and dropped: its ends do"
            + " nothing.");
    text.add(
        "router: verifies, runs an application, authenticates anew; its packets were sealed before,"
            + " and are not verified behind it.");
  }

  /** Warm-up of each program in user space: its first and last rate. */
  private void warmUps() {
    if (results.warmUps().isEmpty()) {
      return;
    }
    text.add("");
    text.add(
        "Before its first row every program in user space was driven at saturation until its rate"
            + " over successive half-seconds no longer grew, in each round:");
    results.warmUps().forEach(this::warmUp);
  }

  private void warmUp(String way, List<List<Double>> rounds) {
    List<String> texts = new ArrayList<>();
    for (List<Double> rates : rounds) {
      texts.add(
          String.format(
              Locale.ROOT,
              "%.1f s (%,.0f to %,.0f packets/s)",
              rates.size() * WarmUp.STEP_SECONDS,
              rates.get(0),
              rates.get(rates.size() - 1)));
    }
    text.add("    %s: %s", way, String.join(", ", texts));
  }

  private void saturated() {
    List<PathRow> rows = new ArrayList<>(rows(Mode.SATURATED));
    rows.addAll(rows(Mode.FLOOD));
    String what =
        "Saturated: as many packets as the sender can send; to a hub, 1.5 times what it delivers;"
            + " to a whole path, at the rate that most came through at.";
    table(what, rows);
  }

  private void loaded() {
    String what =
        "At %.0f %% of what each delivers when saturated: nothing is wasted on what is lost."
            .formatted(100 * PathPlan.LOADED_SHARE);
    table(what, rows(Mode.LOADED));
  }

  private void table(String what, List<PathRow> rows) {
    if (rows.isEmpty()) {
      return;
    }
    text.add("");
    text.add("%s", what);
    TextTable table = new TextTable().column(Side.LEFT, "way");
    List.of("payload", "sent/s", "delivered/s", "CPU ns", "of it soft", "busy")
        .forEach(head -> table.column(Side.RIGHT, head));
    table.column(Side.LEFT, "");
    rows.forEach(row -> table.row(cells(row)));
    text.addAll(table.lines());
  }

  private List<String> cells(PathRow row) {
    return List.of(
        row.title() + (row.mode() == Mode.FLOOD ? ", flooded" : ""),
        whole(row.payload()),
        whole(results.median(row, TrafficReading::sentPerSecond).orElse(0)),
        whole(results.median(row, TrafficReading::deliveredPerSecond).orElse(0)),
        whole(results.median(row, TrafficReading::cpuNanos).orElse(0)),
        whole(results.median(row, TrafficReading::softirqNanos).orElse(0)),
        whole(100 * results.median(row, TrafficReading::busyShare).orElse(0)) + " %",
        note(row));
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private String note(PathRow row) {
    boolean limited =
        row.mode() == Mode.SATURATED
            && results.readings().get(row).values().stream()
                .anyMatch(TrafficReading::isSenderLimited);
    if (row.equals(PathRow.wholePath(row.way()))) {
      return "both ends share the sender's core";
    }
    boolean disturbed =
        results.readings().get(row).values().stream().anyMatch(TrafficReading::isDisturbed);
    Map<String, Long> drops = results.drops(row);
    String note = limited ? "sender-limited" : "";
    note += disturbed ? " others-on-the-core" : "";
    return drops.isEmpty() ? note.strip() : (note + " " + drops).strip();
  }

  private void paced() {
    if (rows(Mode.PACED).isEmpty()) {
      return;
    }
    text.add("");
    text.add(
        "Paced: %,d packets a second, one at a time; µs from the sender's call to dst's link, and"
            + " the median's share beyond kernel forwarding.",
        PathPlan.PACED_PER_SECOND);
    TextTable table = new TextTable().column(Side.LEFT, "way");
    List.of("payload", "p50", "p99", "p99.9", "added", "CPU ns", "lost")
        .forEach(head -> table.column(Side.RIGHT, head));
    rows(Mode.PACED).forEach(row -> table.row(pacedCells(row)));
    text.addAll(table.lines());
  }

  private List<String> pacedCells(PathRow row) {
    return List.of(
        row.title(),
        whole(row.payload()),
        micros(latency(row, Latency::p50)),
        micros(latency(row, Latency::p99)),
        micros(latency(row, Latency::p999)),
        micros(added(row)),
        whole(results.median(row, TrafficReading::cpuNanos).orElse(0)),
        whole(results.median(row, PathReport::lost).orElse(0)));
  }

  private static double lost(TrafficReading reading) {
    return Math.max(0, reading.sent() - reading.delivered());
  }

  private OptionalDouble latency(PathRow row, java.util.function.ToDoubleFunction<Latency> value) {
    return Median.of(
        results.readings().get(row).values().stream()
            .flatMap(reading -> reading.latency().stream())
            .mapToDouble(value)
            .toArray());
  }

  /** Beyond the time of the kernel alone; empty for the kernel itself. */
  private OptionalDouble added(PathRow row) {
    PathRow kernel = new PathRow(KernelForwarder.NAME, "", row.payload(), Mode.PACED);
    if (row.way().equals(KernelForwarder.NAME) || !results.readings().containsKey(kernel)) {
      return OptionalDouble.empty();
    }
    OptionalDouble own = latency(row, Latency::p50);
    OptionalDouble kernels = latency(kernel, Latency::p50);
    return own.isPresent() && kernels.isPresent()
        ? OptionalDouble.of(own.getAsDouble() - kernels.getAsDouble())
        : OptionalDouble.empty();
  }

  private static String micros(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.1f", value.getAsDouble()) : "–";
  }

  private List<PathRow> rows(Mode mode) {
    return results.readings().keySet().stream().filter(row -> row.mode() == mode).toList();
  }
}
