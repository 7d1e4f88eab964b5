package dev.rosa.bench.firewall.report;

import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.display.Html;
import java.util.Collection;

/**
 * HTML report of {@code ./rosa bench firewall}: one page that refers to nothing outside of it.
 * Stateless.
 */
final class FirewallPage {

  private FirewallPage() {}

  /** The page, with its pictures in it. */
  static String of(FirewallFindings findings, Collection<String> pictures) {
    Html html = Html.page("ROSA firewall plane");
    html.warnings(findings.warnings());
    html.element("h2", "The figures");
    FigureTable.add(html, FirewallFigures.SETTING, findings.figures());
    html.element("h2", "Pictures");
    pictures.forEach(svg -> html.raw("<figure>").raw(svg).raw("</figure>"));
    html.element("h2", "All rows");
    html.element("pre", String.join("\n", FirewallReport.of(findings)));
    return html.end();
  }
}
