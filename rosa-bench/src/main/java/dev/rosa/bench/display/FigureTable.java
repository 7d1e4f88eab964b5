package dev.rosa.bench.display;

import dev.rosa.bench.display.TextTable.Side;
import dev.rosa.bench.measure.Figure;
import java.util.ArrayList;
import java.util.List;

/** Table of a bench's figures, on a terminal and as a part of a page. Stateless. */
public final class FigureTable {

  private FigureTable() {}

  /**
   * Adds the table, with a summary above it.
   *
   * @param setting that all figures share, for the head of the table
   */
  public static void add(Html html, String setting, List<Figure> figures) {
    html.paragraph(summary(figures));
    html.raw("<div class=\"scroll\"><table>");
    html.row("th", List.of(setting, "limit", "measured", "verdict", "facts"));
    figures.forEach(figure -> row(html, figure));
    html.raw("</table></div>");
  }

  /**
   * The table for a terminal, each figure's facts below it.
   *
   * @param setting that all figures share, for the head of the table
   */
  public static List<String> lines(String setting, List<Figure> figures) {
    TextTable table =
        new TextTable()
            .column(Side.LEFT, setting)
            .column(Side.LEFT, limited(figures) ? "limit" : "");
    table.column(Side.RIGHT, "measured").column(Side.LEFT, judged(figures) ? "verdict" : "");
    figures.forEach(
        figure ->
            table.row(
                List.of(
                    figure.what(),
                    figure.limitText(),
                    figure.measuredText(),
                    figure.verdictText())));
    List<String> rows = table.lines();
    List<String> lines = new ArrayList<>(rows.subList(0, 1));
    for (int i = 0; i < figures.size(); i++) {
      lines.add(rows.get(i + 1));
      figures.get(i).facts().forEach(fact -> lines.add("    " + fact));
    }
    return lines;
  }

  private static boolean judged(List<Figure> figures) {
    return figures.stream().anyMatch(figure -> !figure.verdictText().isEmpty());
  }

  private static boolean limited(List<Figure> figures) {
    return figures.stream().anyMatch(figure -> figure.limit().isPresent());
  }

  /** E.g. {@code 4 of 6 limits reached, 2 without a verdict: see the facts beside them.} */
  public static String summary(List<Figure> figures) {
    if (!limited(figures)) {
      return "No limits were given: --bars config/bench/bars.json judges the figures.";
    }
    long reached = count(figures, Figure.Verdict.REACHED);
    String text =
        "%d of %d limits reached".formatted(reached, figures.size())
            + counted(figures, Figure.Verdict.MISSED, "missed")
            + counted(figures, Figure.Verdict.NO_VERDICT, "without a verdict")
            + counted(figures, Figure.Verdict.NOT_MEASURED, "not measured");
    return text + (reached == figures.size() ? "." : ": see the facts beside them.");
  }

  private static String counted(List<Figure> figures, Figure.Verdict verdict, String label) {
    long count = count(figures, verdict);
    return count == 0 ? "" : ", " + count + " " + label;
  }

  private static long count(List<Figure> figures, Figure.Verdict verdict) {
    return figures.stream().filter(figure -> figure.verdict() == verdict).count();
  }

  private static void row(Html html, Figure figure) {
    html.raw("<tr>");
    html.element("td", figure.what()).element("td", figure.limitText());
    html.element("td", "number", figure.measuredText());
    html.element("td", cssClass(figure.verdict()), figure.verdictText());
    html.raw("<td>");
    if (figure.facts().size() == 1) {
      html.element("span", figure.facts().get(0));
    } else {
      html.raw("<ul>");
      figure.facts().forEach(fact -> html.element("li", fact));
      html.raw("</ul>");
    }
    html.raw("</td></tr>");
  }

  private static String cssClass(Figure.Verdict verdict) {
    return switch (verdict) {
      case REACHED -> "reached";
      case MISSED -> "missed";
      case NO_VERDICT, NOT_MEASURED, NO_LIMIT -> "unmeasured";
    };
  }
}
