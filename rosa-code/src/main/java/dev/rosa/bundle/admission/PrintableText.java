package dev.rosa.bundle.admission;

/** Text from a bundle as it may be shown: in one line, without what moves a cursor. Stateless. */
public final class PrintableText {

  private PrintableText() {}

  /**
   * The text with a question mark for each character that cannot be printed.
   *
   * @param most characters that are kept
   */
  public static String line(String text, int most) {
    StringBuilder line = new StringBuilder(Math.min(text.length(), most));
    text.codePoints().limit(most).forEach(c -> line.appendCodePoint(isPrintable(c) ? c : '?'));
    return line.toString();
  }

  /** True for what neither ends a line nor controls a terminal. */
  public static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
