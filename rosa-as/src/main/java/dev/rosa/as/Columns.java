package dev.rosa.as;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Formatter of a table for a terminal: two blanks between columns, each as wide as its longest
 * text.
 */
final class Columns {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** A table with its headings. */
  Columns(String... headings) {
    rows.add(List.of(headings));
  }

  /** Adds a row with a text for each heading. */
  void add(Object... texts) {
    List<String> row = new ArrayList<>();
    for (Object text : texts) {
      row.add(text.toString());
    }
    rows.add(row);
  }

  /** The headings and the rows. */
  List<String> lines() {
    int[] widths = IntStream.range(0, rows.get(0).size()).map(this::width).toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String text = row.get(column);
      line.append(text).append(" ".repeat(widths[column] - text.length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
