package dev.rosa.bench.shootout.report;

import dev.rosa.bench.display.BarChart;
import dev.rosa.bench.display.Html;
import dev.rosa.bench.display.LineChart;
import dev.rosa.bench.shootout.result.CallCost;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** Pictures of the shootout's page. Owned by one thread. */
final class Pictures {

  /** Between the highest point and the frame. */
  private static final double AIR = 1.3;

  private static final double NANOS_PER_MICRO = 1_000;

  private final Findings findings;
  private final List<String> providers;

  Pictures(Findings findings) {
    this.findings = findings;
    this.providers = List.copyOf(findings.setting().providers().keySet());
  }

  /** Lines of all that were measured; a sentence if none was. */
  String timeOverSize(Operation operation, int batch, String title) {
    List<LineChart.Line> lines = lines(operation, batch);
    if (lines.isEmpty()) {
      return "<p class=\"empty\">" + Html.escaped(title + ": nothing was measured") + "</p>";
    }
    double[] all = everyMicros();
    double lowest = DoubleStream.of(all).min().orElse(1) / AIR;
    double highest = DoubleStream.of(all).max().orElse(1) * AIR;
    return new LineChart(
            title, "packet size, bytes", "time per packet, µs (logarithmic)", lowest, highest)
        .draw(lines);
  }

  /** Bars of all ways to call that were measured. */
  String callCosts() {
    List<BarChart.Bar> bars =
        findings.callCosts().stream()
            .filter(cost -> cost.ns().isPresent())
            .map(Pictures::bar)
            .toList();
    return bars.isEmpty()
        ? "<p class=\"empty\">No call was measured.</p>"
        : new BarChart("The cost of the call itself, ns (logarithmic)", true).draw(bars);
  }

  private static BarChart.Bar bar(CallCost cost) {
    return new BarChart.Bar(
        cost.name(),
        cost.ns().orElseThrow(),
        Collections.min(cost.nsByRound()),
        Collections.max(cost.nsByRound()),
        true);
  }

  private List<LineChart.Line> lines(Operation operation, int batch) {
    List<LineChart.Line> lines = new ArrayList<>();
    for (String provider : providers) {
      NavigableMap<Integer, Double> points = new TreeMap<>();
      for (int bytes : findings.setting().sizes()) {
        OptionalDouble ns =
            findings.results().nsPerPacket(new Cell(operation, provider, bytes, batch));
        ns.ifPresent(value -> points.put(bytes, value / NANOS_PER_MICRO));
      }
      if (!points.isEmpty()) {
        lines.add(new LineChart.Line(provider, providers.indexOf(provider), points));
      }
    }
    return lines;
  }

  /** All pictures have one scale, so that they can be compared by eye. */
  private double[] everyMicros() {
    return findings.setting().operations().stream()
        .flatMap(
            operation ->
                findings.setting().batches().stream()
                    .flatMap(batch -> lines(operation, batch).stream()))
        .flatMap(line -> line.points().values().stream())
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
