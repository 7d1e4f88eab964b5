package dev.rosa.bench.proxy.report;

import dev.rosa.bench.display.ReportText;
import dev.rosa.bench.display.TextTable;
import dev.rosa.bench.display.TextTable.Side;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.way.KernelWay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Report of {@code ./rosa bench proxy} for a person at a terminal. Its static methods keep no
 * state.
 */
public final class ProxyReport {

  private final ProxyFindings findings;
  private final ProxyResults results;
  private final ReportText text = new ReportText();

  private ProxyReport(ProxyFindings findings) {
    this.findings = findings;
    this.results = findings.results();
  }

  /** All of it, line by line. */
  public static List<String> of(ProxyFindings findings) {
    ProxyReport report = new ProxyReport(findings);
    report.setting();
    report.rows();
    report.text.values(findings.results().values(), "%,.5f");
    report.text.absences(findings.results().absences());
    report.text.figures(ProxyFigures.SETTING, findings.figures());
    return report.text.lines();
  }

  private void setting() {
    text.add(findings.machine());
    text.add(
        "Proxies have core %d; clients and server core %d. %s. Load average at the beginning:"
            + " %.1f.",
        findings.cores().router(),
        findings.cores().traffic(),
        ReportText.rounds(findings.plan().rounds()),
        findings.load());
    findings.warnings().forEach(warning -> text.add("%s", warning));
  }

  private void rows() {
    Set<Demand> demands = new LinkedHashSet<>();
    results.readings().keySet().forEach(row -> demands.add(row.demand()));
    for (Demand demand : demands) {
      text.add("");
      boolean isBody = demand.equals(Demand.BODY);
      text.add("%s:", demand.title());
      TextTable table = new TextTable().column(Side.LEFT, "way");
      String unit = isBody ? "CPU, ms a MB" : "CPU, µs each";
      List.of(unit, "×", "between", isBody ? "" : "of these the way", isBody ? "" : "p50, µs")
          .forEach(head -> table.column(Side.RIGHT, head));
      table.column(Side.RIGHT, isBody ? "MB/s" : "/s").column(Side.RIGHT, "failed");
      for (ProxyRow row : results.readings().keySet()) {
        if (row.demand().equals(demand)) {
          table.row(cells(row, isBody));
        }
      }
      text.addAll(table.lines());
    }
    if (!demands.isEmpty()) {
      text.add("");
      text.add("×: CPU of all parties against %s in the same round.", KernelWay.STATEFUL);
    }
  }

  private List<String> cells(ProxyRow row, boolean isBody) {
    ToDoubleFunction<Reading> cpu = isBody ? Reading::millisPerMegabyte : Reading::microsEach;
    ToDoubleFunction<Reading> rate =
        isBody ? reading -> reading.bytes() / 1e6 / reading.seconds() : Reading::perSecond;
    double[] ratios = results.ratios(row, against(row), cpu);
    List<String> cells = new ArrayList<>(List.of(row.way()));
    cells.add(number(isBody ? "%,.3f" : "%,.1f", results.median(row, cpu)));
    cells.add(number("%.2f", Median.of(ratios)));
    cells.add(range(ratios));
    cells.add(isBody ? "" : number("%,.1f", results.median(row, Reading::wayMicrosEach)));
    cells.add(isBody ? "" : number("%,.0f", results.median(row, Reading::p50Micros)));
    cells.add(number("%,.0f", results.median(row, rate)));
    double failed = Arrays.stream(results.each(row, Reading::failed)).sum();
    cells.add(failed == 0 ? "" : String.format(Locale.ROOT, "%,.0f", failed));
    return cells;
  }

  /** The log is the proxy's own affair: forwarding has one page for all. */
  private static ProxyRow against(ProxyRow row) {
    boolean isPage = row.demand().path().endsWith("/1k");
    Demand demand = isPage ? row.demand().logged("summary") : row.demand();
    return new ProxyRow(KernelWay.STATEFUL, demand);
  }

  private static String range(double[] ratios) {
    if (ratios.length < 2) {
      return "";
    }
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return String.format(Locale.ROOT, "%.2f–%.2f", sorted[0], sorted[sorted.length - 1]);
  }

  private static String number(String form, OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, form, value.getAsDouble()) : "–";
  }
}
