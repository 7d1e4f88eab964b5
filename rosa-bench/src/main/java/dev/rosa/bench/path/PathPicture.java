package dev.rosa.bench.path;

import dev.rosa.bench.path.PathRow.Mode;
import java.util.List;
import java.util.Locale;

/** Bars of what is delivered, as an SVG document. Stateless. */
final class PathPicture {

  private static final int LABEL = 430;
  private static final int BARS = 420;
  private static final int LINE = 24;
  private static final int TOP = 40;

  private PathPicture() {}

  /** One bar for each saturated row, the least and the most of the rounds as a whisker. */
  static String delivered(PathResults results) {
    List<PathRow> rows =
        results.readings().keySet().stream().filter(row -> row.mode() == Mode.SATURATED).toList();
    double most =
        rows.stream()
            .flatMap(row -> results.readings().get(row).values().stream())
            .mapToDouble(Reading::deliveredPerSecond)
            .max()
            .orElse(1);
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" role=\"img\""
            + " aria-label=\"packets delivered a second\" font-family=\"sans-serif\""
            + " font-size=\"13\">",
        LABEL + BARS + 90,
        TOP + rows.size() * LINE + 10);
    add(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
    add(svg, "<text x=\"10\" y=\"22\" font-weight=\"bold\">packets delivered a second</text>");
    for (int i = 0; i < rows.size(); i++) {
      bar(svg, rows.get(i), results, TOP + i * LINE, BARS / most);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void bar(
      StringBuilder svg, PathRow row, PathResults results, int y, double scale) {
    double[] values =
        results.readings().get(row).values().stream()
            .mapToDouble(Reading::deliveredPerSecond)
            .sorted()
            .toArray();
    double median = PathResults.median(values).orElse(0);
    String colour = row.way().equals(RouterWay.NAME) ? "#1f77b4" : "#9aa5b1";
    add(
        svg,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s, %d bytes</text>",
        LABEL - 8,
        y + 14,
        row.title().replace("&", "&amp;"),
        row.payload());
    add(
        svg,
        "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
        LABEL,
        y + 2,
        median * scale,
        LINE - 8,
        colour);
    add(
        svg,
        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"black\"/>",
        LABEL + values[0] * scale,
        LABEL + values[values.length - 1] * scale,
        y + 10,
        y + 10);
    add(
        svg,
        "<text x=\"%.1f\" y=\"%d\">%,.0f</text>",
        LABEL + values[values.length - 1] * scale + 6,
        y + 14,
        median);
  }

  private static void add(StringBuilder svg, String form, Object... values) {
    svg.append(String.format(Locale.ROOT, form, values)).append('\n');
  }
}
