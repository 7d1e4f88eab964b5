package dev.rosa.bench.display;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Line chart over a size, with a logarithmic vertical scale, so that a factor is the same distance
 * everywhere. The legend is a part of the picture.
 *
 * @param title of the picture
 * @param xTitle what the lines go over, with its unit
 * @param yTitle what they show, with its unit
 * @param lowest value of the vertical scale, above 0, so that pictures beside each other compare
 * @param highest value of the vertical scale
 */
public record LineChart(String title, String xTitle, String yTitle, double lowest, double highest) {

  /**
   * One line.
   *
   * @param name for the legend
   * @param place in a fixed order, which gives the line the same colour in every picture
   * @param points values by size, at least one
   */
  public record Line(String name, int place, NavigableMap<Integer, Double> points) {}

  private static final int WIDTH = 560;
  private static final int LEFT = 56;
  private static final int RIGHT = WIDTH - 20;
  private static final int TOP = 54;
  private static final int BOTTOM = 350;
  private static final int LEGEND = BOTTOM + 66;
  private static final int LEGEND_LINE = 24;
  private static final int LEGEND_MARK = 34;
  private static final double LINE_WIDTH = 2.2;

  /** The picture as an {@code svg} element. */
  public String draw(List<Line> lines) {
    int columns = columns(lines);
    int rows = (lines.size() + columns - 1) / columns;
    Svg svg = new Svg(WIDTH, LEGEND + rows * LEGEND_LINE - 8, title);
    svg.words(8, 40, "start", yTitle);
    Scale sizes = new Scale(false, 0, largest(lines), LEFT, RIGHT);
    Scale values = new Scale(true, lowest, highest, BOTTOM, TOP);
    grid(svg, sizes, values);
    lines.forEach(line -> draw(svg, line, sizes, values));
    for (int i = 0; i < lines.size(); i++) {
      double x = LEFT + (double) (i % columns) * (RIGHT - LEFT) / columns;
      legend(svg, lines.get(i), x, LEGEND + i / columns * LEGEND_LINE);
    }
    return svg.end();
  }

  private static int largest(List<Line> lines) {
    return lines.stream().map(Line::points).map(NavigableMap::lastKey).reduce(1, Math::max);
  }

  /** The number that fits beside one another. */
  private static int columns(List<Line> lines) {
    double widest =
        lines.stream().mapToDouble(line -> LEGEND_MARK + Svg.width(line.name())).max().orElse(1);
    return Math.max(1, (int) ((RIGHT - LEFT) / widest));
  }

  private void grid(Svg svg, Scale sizes, Scale values) {
    for (double mark : values.marks()) {
      svg.gridLine(LEFT, values.at(mark), RIGHT, values.at(mark));
      svg.words(LEFT - 6, values.at(mark) + 5, "end", Scale.label(mark));
    }
    for (double mark : sizes.marks()) {
      svg.gridLine(sizes.at(mark), TOP, sizes.at(mark), BOTTOM);
      svg.words(sizes.at(mark), BOTTOM + 19, "middle", Scale.label(mark));
    }
    svg.words((LEFT + RIGHT) / 2.0, BOTTOM + 40, "middle", xTitle);
  }

  private static void draw(Svg svg, Line line, Scale sizes, Scale values) {
    SeriesStyle pen = SeriesStyle.of(line.place());
    Collection<Map.Entry<Integer, Double>> points = line.points().entrySet();
    StringBuilder data = new StringBuilder();
    for (Map.Entry<Integer, Double> point : points) {
      data.append(data.isEmpty() ? 'M' : 'L')
          .append(Svg.number(sizes.at(point.getKey())))
          .append(' ')
          .append(Svg.number(values.at(point.getValue())));
    }
    svg.path(data.toString(), pen.colour(), LINE_WIDTH);
    points.forEach(point -> svg.mark(sizes.at(point.getKey()), values.at(point.getValue()), pen));
  }

  private static void legend(Svg svg, Line line, double x, double y) {
    svg.mark(x + 8, y - 5, SeriesStyle.of(line.place()));
    svg.words(x + 22, y, "start", line.name());
  }
}
