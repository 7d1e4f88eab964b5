package dev.rosa.bench.display;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of plain text whose columns are as wide as what stands in them. A column without any text
 * is left out. Owned by one thread.
 */
public final class TextTable {

  /** The side on which the texts of a column line up. */
  public enum Side {
    /** For words. */
    LEFT,
    /** For numbers. */
    RIGHT
  }

  private static final String BETWEEN = "  ";

  private final List<Side> sides = new ArrayList<>();
  private final List<String> heads = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /** An empty table. */
  public TextTable() {}

  /** Adds a column on the right; all columns come before the first row. */
  public TextTable column(Side side, String head) {
    sides.add(side);
    heads.add(head);
    return this;
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException if it does not have one cell for each column
   */
  public void row(List<String> cells) {
    if (cells.size() != heads.size()) {
      throw new IllegalArgumentException(
          "a row has %d cells, expected %d".formatted(cells.size(), heads.size()));
    }
    rows.add(List.copyOf(cells));
  }

  /** The head and all rows, a line each. */
  public List<String> lines() {
    List<List<String>> all = new ArrayList<>(List.of(heads));
    all.addAll(rows);
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < heads.size(); i++) {
      int column = i;
      widths.add(all.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }
    return all.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> cells, List<Integer> widths) {
    List<String> padded = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (widths.get(i) > 0) {
        String space = " ".repeat(widths.get(i) - cells.get(i).length());
        padded.add(sides.get(i) == Side.LEFT ? cells.get(i) + space : space + cells.get(i));
      }
    }
    return String.join(BETWEEN, padded).stripTrailing();
  }
}
