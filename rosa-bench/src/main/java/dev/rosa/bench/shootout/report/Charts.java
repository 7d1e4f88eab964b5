package dev.rosa.bench.shootout.report;

import dev.rosa.bench.shootout.result.CallCost;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws by XChart. A provider has the same colour and mark in every picture. Stateless. */
final class Charts {

  private static final int WIDTH = 640;
  private static final int HEIGHT = 430;
  private static final int MARKER = 8;
  private static final float LINE = 2.2f;
  private static final int TICK_SPACE = 34;
  private static final int LABEL_DEGREES = 20;
  private static final double LEAST_CALL_NS = 0.1;
  private static final double NANOS_PER_MICRO = 1_000;

  /** Bytes between two sizes of the paper. */
  private static final double STEP = 256;

  /** Told apart by people who see few colours, too (after Okabe and Ito). */
  private static final List<Color> COLOURS =
      List.of(
          new Color(0xd55e00),
          new Color(0x0072b2),
          new Color(0x999999),
          new Color(0xe69f00),
          new Color(0x009e73),
          new Color(0xcc79a7),
          new Color(0x000000));

  private static final List<Marker> MARKERS =
      List.of(
          SeriesMarkers.DIAMOND,
          SeriesMarkers.CIRCLE,
          SeriesMarkers.CROSS,
          SeriesMarkers.SQUARE,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.TRIANGLE_DOWN,
          SeriesMarkers.PLUS);

  private final List<String> providers;

  /**
   * Pictures of these.
   *
   * @param providers everybody, in a fixed order
   */
  Charts(List<String> providers) {
    this.providers = List.copyOf(providers);
  }

  /**
   * Time per packet over its size. The vertical scale is logarithmic to base 2, so that a factor is
   * the same distance everywhere; the horizontal one counts in the paper's steps of 256 bytes, so
   * that marks fall on sizes. XChart places marks at whole numbers of what it draws.
   *
   * @param lines nanoseconds by bytes, for each provider
   * @param lowest of the scale in nanoseconds, so that pictures beside each other compare
   * @param highest of the scale
   */
  XYChart timeOverSize(
      String title,
      Map<String, NavigableMap<Integer, Double>> lines,
      double lowest,
      double highest) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("packet size, bytes")
            .yAxisTitle("time per packet, µs (logarithmic)")
            .build();
    style(chart.getStyler());
    chart.getStyler().setMarkerSize(MARKER);
    chart.getStyler().setYAxisTickMarkSpacingHint(TICK_SPACE / 2);
    chart.getStyler().setXAxisTickMarkSpacingHint(TICK_SPACE);
    chart.getStyler().setYAxisMin(log2(lowest)).setYAxisMax(log2(highest));
    chart.getStyler().setXAxisMin(0.0);
    chart.setCustomYAxisTickLabelsFormatter(power -> micros(Math.pow(2, power)));
    chart.setCustomXAxisTickLabelsFormatter(steps -> Numbers.whole(Math.round(steps * STEP)));
    lines.forEach((provider, line) -> add(chart, provider, line));
    return chart;
  }

  private static double log2(double ns) {
    return Math.log(ns / NANOS_PER_MICRO) / Math.log(2);
  }

  private static String micros(double micros) {
    String text = String.format(Locale.ROOT, "%.3f", micros);
    return text.replaceFirst("\\.?0+$", "");
  }

  private void add(XYChart chart, String provider, NavigableMap<Integer, Double> line) {
    double[] sizes = line.keySet().stream().mapToDouble(bytes -> bytes / STEP).toArray();
    double[] times = line.values().stream().mapToDouble(Charts::log2).toArray();
    XYSeries series = chart.addSeries(provider, sizes, times);
    int place = Math.max(0, providers.indexOf(provider));
    Color colour = COLOURS.get(place % COLOURS.size());
    series.setLineColor(colour);
    series.setMarkerColor(colour);
    series.setMarker(MARKERS.get(place % MARKERS.size()));
    series.setLineStyle(new BasicStroke(LINE));
  }

  /** Bars: what each way of calling costs, on a logarithmic scale. */
  CategoryChart callCosts(List<CallCost> costs) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title("The cost of the call itself")
            .xAxisTitle("")
            .yAxisTitle("time per call, ns (logarithmic)")
            .build();
    style(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setYAxisLogarithmic(true);
    // Bars would begin at 0, which such a scale does not have.
    chart.getStyler().setYAxisMin(LEAST_CALL_NS);
    chart.getStyler().setLabelsVisible(true);
    chart.getStyler().setLabelsFont(new Font(Font.SANS_SERIF, Font.BOLD, 13));
    chart.getStyler().setXAxisLabelRotation(LABEL_DEGREES);
    chart.getStyler().setAvailableSpaceFill(0.6);
    Map<String, Double> bars = new LinkedHashMap<>();
    costs.forEach(cost -> cost.ns().ifPresent(ns -> bars.put(cost.name(), tenths(ns))));
    chart
        .addSeries("ns", new ArrayList<>(bars.keySet()), new ArrayList<>(bars.values()))
        .setFillColor(COLOURS.get(1));
    return chart;
  }

  private static double tenths(double ns) {
    return Math.round(ns * 10) / 10.0;
  }

  private static void style(AxesChartStyler styler) {
    Font plain = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderColor(new Color(0xbbbbbb));
    styler.setPlotGridLinesColor(new Color(0xdddddd));
    styler.setChartTitleBoxVisible(false);
    styler.setChartTitleFont(plain.deriveFont(Font.BOLD, 15f));
    styler.setAxisTitleFont(plain);
    styler.setAxisTickLabelsFont(plain);
    styler.setLegendFont(plain);
    styler.setLegendPosition(LegendPosition.OutsideS);
    styler.setLegendLayout(LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setDecimalPattern("#,##0.###");
  }
}
