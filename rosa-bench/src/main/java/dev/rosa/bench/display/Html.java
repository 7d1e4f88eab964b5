package dev.rosa.bench.display;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Builder of an HTML page, which escapes the text that it is given. Owned by one thread. */
public final class Html {

  private static final String STYLE = "page.css";

  private final StringBuilder text = new StringBuilder();

  private Html() {}

  /**
   * A page's beginning.
   *
   * @param title of the window, and the first heading
   */
  public static Html page(String title) {
    Html html = new Html();
    html.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.element("title", title).raw("<style>" + style() + "</style></head><body>");
    return html.element("h1", title);
  }

  private static String style() {
    try (InputStream in = Html.class.getResourceAsStream(STYLE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Text that stands in markup, or in an attribute between double quotes. */
  public static String escaped(String raw) {
    return raw.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Markup as it is. */
  public Html raw(String markup) {
    text.append(markup).append('\n');
    return this;
  }

  /** An element with text in it. */
  public Html element(String name, String content) {
    return raw("<" + name + ">" + escaped(content) + "</" + name + ">");
  }

  /** An element with a class and text in it. */
  public Html element(String name, String cssClass, String content) {
    return raw("<%s class=\"%s\">%s</%s>".formatted(name, cssClass, escaped(content), name));
  }

  /** A paragraph, unless there is nothing to say. */
  public Html paragraph(String content) {
    return content.isEmpty() ? this : element("p", content);
  }

  /** Sentences that a reader must not miss. */
  public Html warnings(List<String> sentences) {
    sentences.forEach(sentence -> element("p", "warning", sentence));
    return this;
  }

  /** A table's row. */
  public Html row(String cell, List<String> contents) {
    text.append("<tr>");
    contents.forEach(
        content ->
            text.append('<')
                .append(cell)
                .append('>')
                .append(escaped(content))
                .append("</")
                .append(cell)
                .append('>'));
    return raw("</tr>");
  }

  /** A table of texts that scrolls if it is wide. */
  public Html table(List<String> head, List<List<String>> rows) {
    raw("<div class=\"scroll\"><table>");
    if (!head.isEmpty()) {
      row("th", head);
    }
    rows.forEach(contents -> row("td", contents));
    return raw("</table></div>");
  }

  /** The complete page. */
  public String end() {
    return raw("</body></html>").text.toString();
  }
}
