package dev.rosa.bench.display;

import dev.rosa.bench.measure.Figure;
import java.util.Collection;
import java.util.List;

/** HTML report of a bench: one page that refers to nothing outside of it. Stateless. */
public final class FigurePage {

  private FigurePage() {}

  /**
   * The bench as its page shows it.
   *
   * @param title of the page
   * @param setting that all figures share, for the head of their table
   * @param warnings sentences that a reader must not miss
   */
  public record Head(String title, String setting, List<String> warnings) {}

  /**
   * The page.
   *
   * @param pictures SVG
   * @param report for a terminal, line by line
   */
  public static String of(
      Head head, List<Figure> figures, Collection<String> pictures, List<String> report) {
    Html html = Html.page(head.title());
    html.warnings(head.warnings());
    html.element("h2", "The figures");
    FigureTable.add(html, head.setting(), figures);
    html.element("h2", "Pictures");
    pictures.forEach(svg -> html.raw("<figure>").raw(svg).raw("</figure>"));
    html.element("h2", "All rows");
    html.element("pre", String.join("\n", report));
    return html.end();
  }
}
