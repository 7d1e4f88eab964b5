package dev.rosa.client.status;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines of a table with two columns that fits a terminal: names on the left, values on the right,
 * broken between words. One thread at a time.
 */
final class TableLines {

  private static final int WIDTH = 80;
  private static final int NAME_WIDTH = 13;
  private static final int VALUE_WIDTH = WIDTH - NAME_WIDTH;

  /** Blank at which no line is broken. */
  private static final char KEPT_BLANK = '\u00a0';

  private final List<String> lines = new ArrayList<>();

  /** Adds a row; a value without text adds none. */
  void row(String name, String value) {
    String left = name;
    for (String part : parts(value)) {
      String line = ("%-" + NAME_WIDTH + "s%s").formatted(left, part);
      lines.add(line.replace(KEPT_BLANK, ' ').stripTrailing());
      left = "";
    }
  }

  /** Text that stays on one line if a line has room for it. */
  static String together(String text) {
    return text.replace(' ', KEPT_BLANK);
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Parts that fit; a word that is longer than a part is cut. */
  private static List<String> parts(String value) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (String word : value.strip().split(" +", -1)) {
      if (part.length() > 0 && part.length() + 1 + word.length() > VALUE_WIDTH) {
        parts.add(part.toString());
        part.setLength(0);
      }
      part.append(part.length() > 0 ? " " : "").append(word);
      while (part.length() > VALUE_WIDTH) {
        parts.add(part.substring(0, VALUE_WIDTH));
        part.delete(0, VALUE_WIDTH);
      }
    }
    if (part.length() > 0) {
      parts.add(part.toString());
    }
    return parts;
  }
}
