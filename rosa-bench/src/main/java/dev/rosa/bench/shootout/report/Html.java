package dev.rosa.bench.shootout.report;

import java.util.List;

/** Builds a page, escaping what it is given. Owned by one thread. */
final class Html {

  private final StringBuilder text = new StringBuilder();

  Html() {}

  static String escaped(String raw) {
    return raw.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Markup as it is. */
  Html raw(String markup) {
    text.append(markup).append('\n');
    return this;
  }

  /** An element with text in it. */
  Html element(String name, String content) {
    return raw("<" + name + ">" + escaped(content) + "</" + name + ">");
  }

  /** An element with a class and text in it. */
  Html element(String name, String cssClass, String content) {
    return raw("<%s class=\"%s\">%s</%s>".formatted(name, cssClass, escaped(content), name));
  }

  /** A paragraph, unless there is nothing to say. */
  Html paragraph(String content) {
    return content.isEmpty() ? this : element("p", content);
  }

  /** A table's row. */
  Html row(String cell, List<String> contents) {
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

  @Override
  public String toString() {
    return text.toString();
  }
}
