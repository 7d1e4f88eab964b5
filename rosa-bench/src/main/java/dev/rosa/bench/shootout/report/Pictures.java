package dev.rosa.bench.shootout.report;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.knowm.xchart.internal.chartpart.Chart;

/** The pictures of one report. Owned by one thread. */
final class Pictures {

  /** Between the highest point and the frame. */
  private static final double AIR = 1.3;

  private final Findings findings;
  private final Charts charts;
  private int drawn;

  Pictures(Findings findings) {
    this.findings = findings;
    this.charts = new Charts(List.copyOf(findings.setting().providers().keySet()));
  }

  /** Lines of all who were measured; a sentence if nobody was, or nothing can be drawn. */
  String timeOverSize(Operation operation, int batch, String title) {
    Map<String, NavigableMap<Integer, Double>> lines = lines(operation, batch);
    if (lines.isEmpty()) {
      return "<p class=\"empty\">" + Html.escaped(title + ": nothing was measured") + "</p>";
    }
    double[] all = everyScore();
    double lowest = DoubleStream.of(all).min().orElse(1) / AIR;
    double highest = DoubleStream.of(all).max().orElse(1) * AIR;
    return drawn(title, () -> charts.timeOverSize(title, lines, lowest, highest));
  }

  /** Bars of all ways to call that were measured. */
  String callCosts() {
    boolean any = findings.callCosts().stream().anyMatch(cost -> cost.ns().isPresent());
    return any
        ? drawn("The cost of the call itself", () -> charts.callCosts(findings.callCosts()))
        : "<p class=\"empty\">No call was measured.</p>";
  }

  private String drawn(String title, Supplier<Chart<?, ?>> drawing) {
    drawn++;
    try {
      return Svg.of(drawing, "p" + drawn + "-", title);
    } catch (IOException e) {
      return "<p class=\"empty\">"
          + Html.escaped(title + " could not be drawn: " + e.getMessage())
          + " (fonts: Debian's fontconfig and fonts-dejavu-core)</p>";
    }
  }

  private Map<String, NavigableMap<Integer, Double>> lines(Operation operation, int batch) {
    Map<String, NavigableMap<Integer, Double>> lines = new LinkedHashMap<>();
    for (String provider : findings.setting().providers().keySet()) {
      NavigableMap<Integer, Double> line = new TreeMap<>();
      for (int bytes : findings.setting().sizes()) {
        OptionalDouble ns =
            findings.results().nsPerPacket(new Cell(operation, provider, bytes, batch));
        ns.ifPresent(value -> line.put(bytes, value));
      }
      if (!line.isEmpty()) {
        lines.put(provider, line);
      }
    }
    return lines;
  }

  /** All pictures have one scale, so that they can be compared by eye. */
  private double[] everyScore() {
    return findings.setting().operations().stream()
        .flatMap(
            operation ->
                findings.setting().batches().stream()
                    .flatMap(batch -> lines(operation, batch).values().stream()))
        .flatMap(line -> line.values().stream())
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
