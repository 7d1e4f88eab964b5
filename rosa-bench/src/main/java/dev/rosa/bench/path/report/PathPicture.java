package dev.rosa.bench.path.report;

import dev.rosa.bench.display.BarChart;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.path.peer.RouterForwarder;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.result.PathRow.Mode;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.util.List;
import java.util.Locale;

/** Picture of {@code ./rosa bench path}: bars of the packets that are delivered. Stateless. */
final class PathPicture {

  private PathPicture() {}

  /** One bar for each saturated row, the least and the most of the rounds as a whisker. */
  static String delivered(PathResults results) {
    List<BarChart.Bar> bars =
        results.readings().keySet().stream()
            .filter(row -> row.mode() == Mode.SATURATED)
            .map(row -> bar(row, results))
            .toList();
    return new BarChart("packets delivered a second", false).draw(bars);
  }

  private static BarChart.Bar bar(PathRow row, PathResults results) {
    double[] sorted =
        results.readings().get(row).values().stream()
            .mapToDouble(TrafficReading::deliveredPerSecond)
            .sorted()
            .toArray();
    return new BarChart.Bar(
        String.format(Locale.ROOT, "%s, %,d bytes", row.title(), row.payload()),
        Median.of(sorted).orElse(0),
        sorted[0],
        sorted[sorted.length - 1],
        row.way().equals(RouterForwarder.NAME));
  }
}
