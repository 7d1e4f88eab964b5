package dev.rosa.bench.display;

import java.util.List;
import java.util.Locale;

/**
 * Bar chart whose bars lie below their names, each with its value at its end.
 *
 * @param title of the picture, with the unit
 * @param logarithmic whether a factor is the same distance everywhere; else bars begin at 0
 */
public record BarChart(String title, boolean logarithmic) {

  /**
   * One bar.
   *
   * @param value its length; above 0 where the scale is logarithmic
   * @param least of the rounds that {@code value} is the median of
   * @param most of these rounds
   * @param own whether it is what the report is about
   */
  public record Bar(String name, double value, double least, double most, boolean own) {}

  private static final int WIDTH = 560;
  private static final int LEFT = 12;
  private static final int RIGHT = WIDTH - 92;
  private static final int TOP = 36;
  private static final int LINE = 44;
  private static final int BAR = 16;
  private static final double FEW = 10;

  /** The picture as an {@code svg} element, or a document of its own. */
  public String draw(List<Bar> bars) {
    int bottom = TOP + bars.size() * LINE;
    Svg svg = new Svg(WIDTH, bottom + 26, title);
    Scale scale = scale(bars);
    for (double mark : scale.marks()) {
      svg.gridLine(scale.at(mark), TOP, scale.at(mark), bottom);
      svg.words(scale.at(mark), bottom + 19, "middle", Scale.label(mark));
    }
    for (int i = 0; i < bars.size(); i++) {
      draw(svg, bars.get(i), TOP + i * LINE, scale);
    }
    return svg.end();
  }

  private Scale scale(List<Bar> bars) {
    double most = bars.stream().mapToDouble(Bar::most).max().orElse(1);
    double least = bars.stream().mapToDouble(Bar::least).min().orElse(1);
    // A logarithmic scale has no 0: the shortest bar gets a length that can be seen.
    return new Scale(logarithmic, logarithmic ? least / 2 : 0, Math.max(most, 1), LEFT, RIGHT);
  }

  private static void draw(Svg svg, Bar bar, int y, Scale scale) {
    double end = scale.at(bar.value());
    svg.words(LEFT, y + 16, "start", bar.name());
    svg.rectangle(LEFT, y + 22, end - LEFT, BAR, bar.own() ? "#0072b2" : "#9aa5b1");
    if (bar.least() < bar.most()) {
      double middle = y + 22 + BAR / 2.0;
      String from = Svg.number(scale.at(bar.least())) + " " + Svg.number(middle);
      svg.path("M" + from + "H" + Svg.number(scale.at(bar.most())), "#222", 1);
    }
    svg.words(scale.at(bar.most()) + 6, y + 35, "start", text(bar.value()));
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, value < FEW ? "%.1f" : "%,.0f", value);
  }
}
