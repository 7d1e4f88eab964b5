package dev.rosa.bench.proxy.report;

import dev.rosa.bench.display.BarChart;
import dev.rosa.bench.display.LineChart;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.way.HaProxyWay;
import dev.rosa.bench.proxy.way.KernelWay;
import dev.rosa.bench.proxy.way.RosaWay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Pictures of {@code ./rosa bench proxy}: the paper's figures 5 and 6, and bars of CPU times.
 * Stateless.
 */
final class ProxyPictures {

  private static final double DECADE = 10;

  private ProxyPictures() {}

  /** The value of a reading with so many clients. */
  private interface Value {
    double of(Reading reading, int clients);
  }

  /** All that there are results for, by file name. */
  static Map<String, String> all(ProxyResults results) {
    Map<String, String> pictures = new LinkedHashMap<>();
    put(
        pictures,
        "connections.svg",
        byClients(
            results,
            "figure 5: connections a second, with one request each",
            "connections/s",
            (reading, clients) -> reading.perSecond()));
    put(
        pictures,
        "response-time.svg",
        byClients(
            results,
            "figure 6: mean response time, with one request each",
            "ms, connecting included",
            (reading, clients) -> reading.meanMillis(clients)));
    put(
        pictures,
        "kept.svg",
        bars(
            results,
            Demand.KEPT,
            "CPU of a 1 KiB request, kept connections, µs",
            Reading::microsEach));
    put(
        pictures,
        "connection.svg",
        bars(
            results,
            Demand.ONE_EACH,
            "CPU of a connection with one request, µs",
            Reading::microsEach));
    put(
        pictures,
        "body.svg",
        bars(results, Demand.BODY, "CPU of a MB of a 20 MB body, ms", Reading::millisPerMegabyte));
    return pictures;
  }

  private static void put(Map<String, String> pictures, String name, String svg) {
    if (!svg.isEmpty()) {
      pictures.put(name, svg);
    }
  }

  private static String byClients(ProxyResults results, String title, String y, Value value) {
    List<LineChart.Line> lines = new ArrayList<>();
    add(lines, results, "kernel alone", KernelWay.STATEFUL, value);
    add(lines, results, "kernel and daemon: ROSA", RosaWay.NAME, value);
    add(lines, results, "user space: HAProxy", HaProxyWay.NAME, value);
    if (lines.isEmpty()) {
      return "";
    }
    double least = lines.stream().mapToDouble(line -> least(line.points())).min().orElseThrow();
    double most = lines.stream().mapToDouble(line -> most(line.points())).max().orElseThrow();
    LineChart chart = new LineChart(title, "clients", y, decade(least), decade(most) * DECADE);
    return chart.draw(lines);
  }

  private static double least(NavigableMap<Integer, Double> points) {
    return points.values().stream().mapToDouble(value -> value).min().orElseThrow();
  }

  private static double most(NavigableMap<Integer, Double> points) {
    return points.values().stream().mapToDouble(value -> value).max().orElseThrow();
  }

  /** The power of ten at or below a value. */
  private static double decade(double value) {
    return Math.pow(DECADE, Math.floor(Math.log10(value)));
  }

  private static void add(
      List<LineChart.Line> lines, ProxyResults results, String name, String way, Value value) {
    NavigableMap<Integer, Double> points = new TreeMap<>();
    for (ProxyRow row : results.readings().keySet()) {
      int clients = row.demand().clients();
      if (row.equals(new ProxyRow(way, Demand.oneEach(clients)))) {
        Median.of(results.each(row, reading -> value.of(reading, clients)))
            .ifPresent(median -> points.put(clients, median));
      }
    }
    if (!points.isEmpty()) {
      lines.add(new LineChart.Line(name, lines.size(), points));
    }
  }

  private static String bars(
      ProxyResults results, Demand demand, String title, ToDoubleFunction<Reading> value) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (ProxyRow row : results.readings().keySet()) {
      if (row.demand().equals(demand)) {
        double[] each = results.each(row, value);
        bars.add(
            new BarChart.Bar(
                row.way(),
                Median.of(each).orElseThrow(),
                Arrays.stream(each).min().orElseThrow(),
                Arrays.stream(each).max().orElseThrow(),
                row.way().startsWith("ROSA")));
      }
    }
    return bars.isEmpty() ? "" : new BarChart(title, false).draw(bars);
  }
}
