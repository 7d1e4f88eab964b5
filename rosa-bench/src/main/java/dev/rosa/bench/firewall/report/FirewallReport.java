package dev.rosa.bench.firewall.report;

import dev.rosa.bench.display.ReportText;
import dev.rosa.bench.display.TextTable;
import dev.rosa.bench.display.TextTable.Side;
import dev.rosa.bench.firewall.result.BlockTimes;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.service.Scenario;
import dev.rosa.bench.firewall.service.ServiceReading;
import dev.rosa.bench.firewall.way.PacketRow;
import dev.rosa.bench.firewall.way.PacketRow.Fate;
import dev.rosa.bench.firewall.way.Ways;
import dev.rosa.bench.measure.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Report of {@code ./rosa bench firewall} for a person at a terminal. Its static methods keep no
 * state.
 */
public final class FirewallReport {

  private final FirewallFindings findings;
  private final FirewallResults results;
  private final ReportText text = new ReportText();

  private FirewallReport(FirewallFindings findings) {
    this.findings = findings;
    this.results = findings.results();
  }

  /** All of it, line by line. */
  public static List<String> of(FirewallFindings findings) {
    FirewallReport report = new FirewallReport(findings);
    report.setting();
    report.packets();
    report.layers();
    report.services();
    report.blocking();
    report.text.values(findings.results().values(), "%,.3f");
    report.text.absences(findings.results().absences());
    report.text.figures(FirewallFigures.SETTING, findings.figures());
    return report.text.lines();
  }

  private void setting() {
    text.add(findings.machine());
    text.add(
        "Packets, service and firewalls have core %d; clients, probe and all else core %d. %s.",
        findings.cores().router(),
        findings.cores().traffic(),
        ReportText.rounds(findings.plan().rounds()));
    findings.warnings().forEach(warning -> text.add("%s", warning));
  }

  private void packets() {
    List<PacketRow> rows =
        results.packets().keySet().stream()
            .filter(row -> !row.way().equals(PacketRow.SENDING))
            .filter(row -> row.fate() == Fate.DROPPED || isOnlyAccepted(row))
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    text.add("");
    text.add(
        "CPU of a packet, ns without what sending costs (%s ns of 50 bytes): dropped, against a C"
            + " program that drops it; accepted, against no table.",
        whole(results.median(PacketRow.accepted("").sending(), reading -> reading.nanos())));
    TextTable table = new TextTable().column(Side.LEFT, "way");
    List.of("payload", "dropped", "×", "accepted", "×")
        .forEach(head -> table.column(Side.RIGHT, head));
    rows.forEach(row -> table.row(cells(row)));
    text.addAll(table.lines());
  }

  private boolean isOnlyAccepted(PacketRow row) {
    return !results.packets().containsKey(new PacketRow(row.way(), row.payload(), Fate.DROPPED));
  }

  private List<String> cells(PacketRow row) {
    List<String> cells = new ArrayList<>(List.of(row.way(), "%,d".formatted(row.payload())));
    for (Fate fate : Fate.values()) {
      PacketRow one = new PacketRow(row.way(), row.payload(), fate);
      cells.add(whole(Median.of(results.net(one))));
      PacketRow none = new PacketRow(Ways.NONE, row.payload(), fate);
      cells.add(ratio(Median.of(results.netRatios(one, none))));
    }
    return cells;
  }

  /** The paper's table 1: what it costs to drop a packet at each layer. */
  private void layers() {
    List<String> parts = new ArrayList<>();
    for (String way :
        List.of(
            "bridge, policy drop",
            "bridge, MAC set of 1,000",
            "input, policy drop",
            "input, 1 rule")) {
      OptionalDouble net = Median.of(results.net(PacketRow.dropped(way)));
      if (net.isPresent()) {
        parts.add(way + ": " + whole(net) + " ns");
      }
    }
    if (!parts.isEmpty()) {
      text.add("");
      text.add("Dropped at each layer (the paper's table 1): %s.", String.join("; ", parts));
    }
  }

  private void services() {
    if (results.services().isEmpty()) {
      return;
    }
    text.add("");
    text.add(
        "A web service that validates orders of 1 KB: CPU of its process; requests of honest"
            + " clients and of attackers.");
    TextTable table = new TextTable().column(Side.LEFT, "scenario");
    List.of("CPU s", "core", "honest", "served", "bad", "refused", "not answered")
        .forEach(head -> table.column(Side.RIGHT, head));
    results.services().keySet().forEach(scenario -> table.row(cells(scenario)));
    text.addAll(table.lines());
  }

  private List<String> cells(Scenario scenario) {
    return List.of(
        scenario.label(),
        String.format(
            Locale.ROOT, "%.2f", median(scenario, ServiceReading::cpuSeconds).orElseThrow()),
        whole(median(scenario, reading -> 100 * reading.cpuShare())) + " %",
        whole(median(scenario, reading -> reading.honest().begun())),
        whole(median(scenario, reading -> reading.honest().served())),
        whole(median(scenario, reading -> reading.bad().begun())),
        whole(median(scenario, reading -> reading.bad().refused())),
        whole(median(scenario, reading -> reading.bad().lost())));
  }

  private OptionalDouble median(Scenario scenario, ToDoubleFunction<ServiceReading> value) {
    return results.median(scenario, value);
  }

  private void blocking() {
    if (results.blockTimes().isEmpty()) {
      return;
    }
    text.add("");
    text.add("From evidence to the first packet that no longer comes, ms:");
    TextTable table = new TextTable().column(Side.LEFT, "firewall");
    List.of("sources", "p50", "p99", "most", "not blocked")
        .forEach(head -> table.column(Side.RIGHT, head));
    results.blockTimes().forEach((name, times) -> table.row(cells(name, times)));
    text.addAll(table.lines());
  }

  private static List<String> cells(String name, BlockTimes times) {
    return List.of(
        name,
        "%,d".formatted(times.millis().size()),
        millis(times.quantile(0.5)),
        millis(times.quantile(0.99)),
        millis(times.quantile(1)),
        "%,d".formatted(times.unblocked()));
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%,.2f", value);
  }

  private static String whole(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%,.0f", value.getAsDouble()) : "–";
  }

  private static String ratio(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : "–";
  }
}
