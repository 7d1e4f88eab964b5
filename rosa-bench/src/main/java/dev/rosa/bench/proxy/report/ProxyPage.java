package dev.rosa.bench.proxy.report;

import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.display.Html;
import java.util.Collection;

/**
 * HTML report of {@code ./rosa bench proxy}: one page that refers to nothing outside of it.
 * Stateless.
 */
final class ProxyPage {

  private ProxyPage() {}

  /** The page, with its pictures in it. */
  static String of(ProxyFindings findings, Collection<String> pictures) {
    Html html = Html.page("ROSA application proxy");
    html.warnings(findings.warnings());
    html.element("h2", "The figures");
    FigureTable.add(html, ProxyFigures.SETTING, findings.figures());
    html.element("h2", "Pictures");
    pictures.forEach(svg -> html.raw("<figure>").raw(svg).raw("</figure>"));
    html.element("h2", "All rows");
    html.element("pre", String.join("\n", ProxyReport.of(findings)));
    return html.end();
  }
}
