package dev.rosa.bench.firewall.report;

import dev.rosa.bench.display.BarChart;
import dev.rosa.bench.display.LineChart;
import dev.rosa.bench.firewall.plane.PlaneWays;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.service.Scenario;
import dev.rosa.bench.firewall.service.ServiceReading;
import dev.rosa.bench.firewall.way.PacketRow;
import dev.rosa.bench.firewall.way.PacketRow.Fate;
import dev.rosa.bench.firewall.way.Ways;
import dev.rosa.bench.measure.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;

/**
 * Pictures of {@code ./rosa bench firewall}: the paper's figures 3, 6, 8 and 9 anew, and the cost
 * of a dropped packet. What was not measured is left out. Stateless.
 */
final class FirewallPictures {

  private static final double NANOS = 1e9;
  private static final double PERCENT = 100;
  private static final int PER_SECOND = 100_000;
  private static final String RULES = "rules";

  private FirewallPictures() {}

  /** Documents by the name of their file. */
  static Map<String, String> all(FirewallResults results) {
    Map<String, String> pictures = new LinkedHashMap<>();
    put(pictures, "firewall-dropped.svg", dropped(results));
    put(pictures, "firewall-figure3.svg", byRules(results, FirewallPictures::share, FIGURE_3, 1));
    put(pictures, "firewall-figure6.svg", services(results));
    put(pictures, "firewall-figure8.svg", byRules(results, FirewallPictures::rate, FIGURE_8, 2));
    put(pictures, "firewall-figure9.svg", byRules(results, FirewallPictures::share, FIGURE_9, 2));
    return pictures;
  }

  private static final LineChart FIGURE_3 =
      new LineChart(
          "figure 3: CPU of accepted packets, 50 bytes, by rules", RULES, shareTitle(), 1, 400);

  private static final LineChart FIGURE_8 =
      new LineChart(
          "figure 8: packets that one core filters, by rules", RULES, "packets/s", 2e4, 5e6);

  private static final LineChart FIGURE_9 =
      new LineChart("figure 9: CPU of accepted packets, by rules", RULES, shareTitle(), 1, 400);

  private static String shareTitle() {
    return "%% of a core at %,d packets/s".formatted(PER_SECOND);
  }

  private static double share(double nanos) {
    return nanos * PER_SECOND / NANOS * PERCENT;
  }

  private static double rate(double nanos) {
    return NANOS / nanos;
  }

  private static void put(Map<String, String> pictures, String name, String svg) {
    if (!svg.isEmpty()) {
      pictures.put(name, svg);
    }
  }

  private static String dropped(FirewallResults results) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (PacketRow row : results.packets().keySet()) {
      double[] net = results.net(row);
      boolean wanted = row.fate() == Fate.DROPPED && row.payload() == PacketRow.SMALL;
      if (wanted && net.length > 0 && !row.way().equals(PacketRow.SENDING)) {
        bars.add(bar(row.way(), net, row.way().startsWith("plane")));
      }
    }
    return bars.isEmpty()
        ? ""
        : new BarChart("CPU of a dropped packet, 50 bytes, ns", false).draw(bars);
  }

  private static BarChart.Bar bar(String name, double[] values, boolean own) {
    return new BarChart.Bar(
        name,
        Median.of(values).orElseThrow(),
        Arrays.stream(values).min().orElseThrow(),
        Arrays.stream(values).max().orElseThrow(),
        own);
  }

  private static String services(FirewallResults results) {
    List<BarChart.Bar> bars = new ArrayList<>();
    results
        .services()
        .forEach(
            (scenario, rounds) -> {
              if (!scenario.isOverload()) {
                double[] shares =
                    rounds.values().stream()
                        .mapToDouble(ServiceReading::cpuShare)
                        .map(share -> PERCENT * share)
                        .toArray();
                bars.add(bar(title(scenario), shares, scenario.hasFirewall()));
              }
            });
    return bars.isEmpty()
        ? ""
        : new BarChart("figure 6: CPU of the service, % of a core", false).draw(bars);
  }

  private static String title(Scenario scenario) {
    return String.format(
        Locale.ROOT, "%s, %.0f %% malicious", scenario.label(), PERCENT * scenario.malicious());
  }

  /**
   * Lines over the number of rules.
   *
   * @param sizes of packets: the small ones alone, or both
   */
  private static String byRules(
      FirewallResults results, DoubleUnaryOperator value, LineChart chart, int sizes) {
    List<LineChart.Line> lines = new ArrayList<>();
    for (int payload : List.of(PacketRow.SMALL, PacketRow.LARGE).subList(0, sizes)) {
      add(lines, results, value, "input", payload, Ways.NONE, Ways::inputRules);
      add(lines, results, value, "bridge", payload, Ways.BRIDGE_NONE, Ways::bridgeRules);
      add(lines, results, value, "plane", payload, PlaneWays.NONE, PlaneWays::bans);
    }
    return lines.isEmpty() ? "" : chart.draw(lines);
  }

  private static void add(
      List<LineChart.Line> lines,
      FirewallResults results,
      DoubleUnaryOperator value,
      String name,
      int payload,
      String none,
      IntFunction<String> way) {
    NavigableMap<Integer, Double> points = new TreeMap<>();
    point(points, results, value, 0, new PacketRow(none, payload, Fate.ACCEPTED));
    for (int count : Ways.RULES) {
      point(points, results, value, count, new PacketRow(way.apply(count), payload, Fate.ACCEPTED));
    }
    if (!points.isEmpty()) {
      String title = "%s, %,d bytes".formatted(name, payload);
      lines.add(new LineChart.Line(title, lines.size(), points));
    }
  }

  private static void point(
      NavigableMap<Integer, Double> points,
      FirewallResults results,
      DoubleUnaryOperator value,
      int count,
      PacketRow row) {
    OptionalDouble net = Median.of(results.net(row));
    if (net.isPresent() && net.getAsDouble() > 0) {
      points.put(count, value.applyAsDouble(net.getAsDouble()));
    }
  }
}
