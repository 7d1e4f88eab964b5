package dev.rosa.bench.path;

import dev.rosa.bench.shootout.result.Figure;
import java.util.List;

/** The findings as one HTML page that needs nothing else. Stateless. */
final class PathPage {

  private static final String STYLE =
      "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:90em;padding:0"
          + " 1em}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.3em .6em;"
          + "text-align:left;vertical-align:top}.reached{background:#dff2df}"
          + ".missed{background:#f8d7d7}.unmeasured{background:#eee}pre{font-size:12px;overflow-x:auto}";

  private PathPage() {}

  /** The page, with a picture in it. */
  static String of(PathFindings findings, String svg) {
    StringBuilder page = new StringBuilder();
    page.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>ROSA packet path</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n<h1>ROSA packet path</h1>\n")
        .append("<table><tr><th>figure</th><th>bar</th><th>measured</th><th>verdict</th>")
        .append("<th>facts</th></tr>\n");
    findings.figures().forEach(figure -> row(page, figure));
    page.append("</table>\n<h2>Delivered</h2>\n").append(svg).append("<h2>All rows</h2>\n<pre>");
    List<String> lines = PathReport.of(findings);
    lines.forEach(line -> page.append(escaped(line)).append('\n'));
    return page.append("</pre></body></html>\n").toString();
  }

  private static void row(StringBuilder page, Figure figure) {
    String css =
        switch (figure.verdict()) {
          case REACHED -> "reached";
          case MISSED -> "missed";
          case NOT_MEASURED -> "unmeasured";
        };
    page.append("<tr><td>")
        .append(escaped(figure.what()))
        .append("</td><td>")
        .append(escaped(figure.bar()))
        .append("</td><td>")
        .append(escaped(figure.measuredText()))
        .append("</td><td class=\"")
        .append(css)
        .append("\">")
        .append(figure.verdict().label())
        .append("</td><td>")
        .append(escaped(String.join("; ", figure.facts())))
        .append("</td></tr>\n");
  }

  private static String escaped(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
