package dev.rosa.bench.shootout.report;

import dev.rosa.bench.display.Html;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.shootout.result.Allocation;
import dev.rosa.bench.shootout.result.CallCost;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.result.Standings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Tables of the shootout's page. Owned by one thread. */
final class Tables {

  private static final int USUAL_BYTES = 1_024;

  private final Findings findings;
  private final Html html;

  Tables(Findings findings, Html html) {
    this.findings = findings;
    this.html = html;
  }

  /** All providers at the usual size, in every way of handing over. */
  void overview() {
    if (!findings.setting().sizes().contains(USUAL_BYTES)) {
      return;
    }
    html.element("h2", "What batches bring: 1,024 bytes, nanoseconds per packet");
    html.raw("<div class=\"scroll\"><table>");
    List<String> head = new ArrayList<>(List.of("operation", "handed over"));
    head.addAll(measured());
    html.raw("<tr>");
    head.forEach(name -> html.element("th", head.indexOf(name) < 2 ? "text" : "number", name));
    html.raw("</tr>");
    for (Operation operation : findings.setting().operations()) {
      for (int batch : findings.setting().batches()) {
        if (Standings.of(findings.results(), operation, USUAL_BYTES, batch).first().isPresent()) {
          overviewRow(operation, batch);
        }
      }
    }
    html.raw("</table></div>");
    html.element(
        "p", "note", "Bold: the fastest of the line, where three rounds or more were measured.");
  }

  private void overviewRow(Operation operation, int batch) {
    Optional<Cell> first =
        Standings.of(findings.results(), operation, USUAL_BYTES, batch).judged().first();
    html.raw("<tr>");
    html.element("td", operation.label()).element("td", Cell.batchLabel(batch));
    for (String provider : measured()) {
      Cell cell = new Cell(operation, provider, USUAL_BYTES, batch);
      boolean best = first.filter(cell::equals).isPresent();
      html.element("td", best ? "number first" : "number", nanos(cell));
    }
    html.raw("</tr>");
  }

  /** Providers without any result are left out. */
  private List<String> measured() {
    return findings.setting().providers().keySet().stream()
        .filter(
            provider -> findings.results().cells().stream().anyMatch(cell -> isOf(cell, provider)))
        .toList();
  }

  private boolean isOf(Cell cell, String provider) {
    return cell.provider().equals(provider) && findings.results().nsPerPacket(cell).isPresent();
  }

  private String nanos(Cell cell) {
    OptionalDouble ns = findings.results().nsPerPacket(cell);
    return ns.isPresent() ? String.format(Locale.ROOT, "%,.0f", ns.getAsDouble()) : "–";
  }

  /** Cost of each way of calling. */
  void callCosts() {
    html.table(
        List.of("call", "of", "time"),
        findings.callCosts().stream()
            .map(cost -> List.of(cost.name(), cost.function(), time(cost)))
            .toList());
  }

  private static String time(CallCost cost) {
    OptionalDouble ns = cost.ns();
    return ns.isPresent() ? Numbers.nanos(ns.getAsDouble()) : cost.absence().orElse("not measured");
  }

  /** Heap that each engine allocates. */
  void heap() {
    List<Allocation> allocations = findings.allocations();
    if (allocations.isEmpty()) {
      return;
    }
    html.element("h2", "Heap allocated per packet, steady");
    html.paragraph(
        "Packets of 1,024 bytes in batches of 64, by JMH’s GC profiler. JMH’s own objects are"
            + " counted in: a few hundredths of a byte are nothing. Engines on JCE cannot do"
            + " without: javax.crypto.Mac makes an array of every result, a cipher takes its nonce"
            + " in an object of its own.");
    html.raw("<div class=\"scroll\"><table>");
    html.row("th", List.of("engine", "suite", "verify, bytes", "tag, bytes"));
    for (Allocation allocation : allocations) {
      html.raw("<tr>");
      html.element("td", allocation.provider());
      html.element("td", allocation.suite().protocolName());
      html.element("td", "number", String.format(Locale.ROOT, "%.3f", allocation.verifyBytes()));
      html.element("td", "number", String.format(Locale.ROOT, "%.3f", allocation.tagBytes()));
      html.raw("</tr>");
    }
    html.raw("</table></div>");
  }

  /** Machine and versions of the measurement. */
  void machine() {
    Machine machine = findings.setting().machine();
    html.element("h2", "Machine and versions");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("CPU", machine.cpu() + ", " + machine.cores() + " cores in use"));
    rows.add(List.of("instruction set", String.join(" ", machine.features())));
    rows.add(List.of("system", machine.system()));
    rows.add(List.of("JVM", machine.jvm()));
    findings.setting().providers().forEach((name, what) -> rows.add(List.of(name, what)));
    findings.versions().forEach((name, version) -> rows.add(List.of(name, version)));
    html.table(List.of(), rows);
  }

  /** Every line of the results. */
  void everything() {
    List<Row> rows = Row.of(findings);
    html.raw("<details><summary>All " + Numbers.whole(rows.size()) + " results</summary>");
    html.table(
        List.of("operation", "provider", "bytes", "batch", "ns per packet", "± ns, or why not"),
        rows.stream().map(Tables::cells).toList());
    html.raw("</details>");
  }

  private static List<String> cells(Row row) {
    return List.of(
        row.operation(),
        row.provider(),
        Numbers.whole(row.bytes()),
        Cell.batchLabel(row.batch()),
        row.nsPerPacket() == null ? "–" : row.nsPerPacket().toString(),
        row.error() == null ? "" : row.error().toString());
  }
}
