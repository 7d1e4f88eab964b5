package dev.rosa.bench.path.report;

import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.display.Html;

/**
 * HTML report of {@code ./rosa bench path}: one page that refers to nothing outside of it.
 * Stateless.
 */
final class PathPage {

  private PathPage() {}

  /** The page, with a picture in it. */
  static String of(PathFindings findings, String svg) {
    Html html = Html.page("ROSA packet path");
    html.warnings(findings.warnings());
    html.element("h2", "The figures");
    FigureTable.add(html, PathFigures.SETTING, findings.figures());
    html.element("h2", "Delivered").raw("<figure>").raw(svg).raw("</figure>");
    html.element("h2", "All rows");
    html.element("pre", String.join("\n", PathReport.of(findings)));
    return html.end();
  }
}
