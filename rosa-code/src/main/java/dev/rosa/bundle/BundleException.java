package dev.rosa.bundle;

/**
 * Exception for a bundle that is refused; the message is one line that says why, and where in the
 * code it can.
 */
public final class BundleException extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int MAX_MESSAGE_CHARS = 600;

  public BundleException(String message) {
    super(oneLine(message));
  }

  public BundleException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Names come from the refused bundle itself: nothing in them may forge a second log line. */
  private static String oneLine(String message) {
    StringBuilder line = new StringBuilder(Math.min(message.length(), MAX_MESSAGE_CHARS));
    message
        .codePoints()
        .limit(MAX_MESSAGE_CHARS)
        .forEach(c -> line.appendCodePoint(isPrintable(c) ? c : '?'));
    return line.toString();
  }

  static boolean isPrintable(int codePoint) {
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
