package dev.rosa.bench.shootout.report;

import dev.rosa.bench.shootout.result.Figure;
import dev.rosa.bench.shootout.result.Figures;
import java.util.List;

/** The figures that were promised, as a part of the page. Owned by one thread. */
final class FigureTable {

  private final Html html;

  FigureTable(Html html) {
    this.html = html;
  }

  void add(List<Figure> figures) {
    html.element("h2", "The figures");
    html.paragraph(summary(figures));
    html.raw("<div class=\"scroll\"><table>");
    html.row("th", List.of("1,024 bytes, batches of 64", "bar", "measured", "verdict", "facts"));
    figures.forEach(this::row);
    html.raw("</table></div>");
    html.element(
        "p",
        "note",
        "Ratios are taken within each round and the median of the rounds is what counts. Two more"
            + " figures have benches of their own: the first packet after “ready” (./rosa bench"
            + " cold) and the cost per packet with a million sessions (./rosa bench sessions).");
  }

  static String summary(List<Figure> figures) {
    long reached = count(figures, Figure.Verdict.REACHED);
    long missed = count(figures, Figure.Verdict.MISSED);
    long unmeasured = count(figures, Figure.Verdict.NOT_MEASURED);
    String text = "%d of %d bars reached".formatted(reached, figures.size());
    if (missed > 0) {
      text += ", %d missed".formatted(missed);
    }
    if (unmeasured > 0) {
      text += ", %d not measured".formatted(unmeasured);
    }
    return text + (Figures.allReached(figures) ? "." : ": see the facts beside them.");
  }

  private static long count(List<Figure> figures, Figure.Verdict verdict) {
    return figures.stream().filter(figure -> figure.verdict() == verdict).count();
  }

  private void row(Figure figure) {
    html.raw("<tr>");
    html.element("td", figure.what()).element("td", figure.bar());
    html.element("td", "number", figure.measuredText());
    html.element("td", cssClass(figure.verdict()), figure.verdict().label());
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
      case NOT_MEASURED -> "unmeasured";
    };
  }
}
