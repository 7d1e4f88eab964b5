package dev.rosa.serving;

import java.util.regex.Pattern;

/**
 * Text that a peer has chosen, made fit for a log, a page or a terminal. It is one line of bounded
 * length, without characters that control a terminal or the direction of text. Stateless.
 */
public final class PeerText {

  /** Control and format characters, line and paragraph separators, and what is no character. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  /** Signs that end a quoted text in a line of the log, or begin the value of a key. */
  private static final Pattern STRUCTURE = Pattern.compile("[\"'=]");

  private static final int MOST_QUOTED_CHARS = 80;
  private static final int MOST_REASON_CHARS = 700;

  private PeerText() {}

  /**
   * Short text in quotes, fit for a refusal that the peer reads. Quotes and equals signs in it
   * become '?', as the line that has it must not look as if it said something else.
   */
  public static String quoted(String text) {
    return "'" + STRUCTURE.matcher(line(text, MOST_QUOTED_CHARS)).replaceAll("?") + "'";
  }

  /**
   * Key and value for a line of the log: {@code reason="…"}. What would end the quotes, or look
   * like a key, becomes '?'; single quotes stay.
   */
  public static String reason(String text) {
    String kept = line(String.valueOf(text), MOST_REASON_CHARS).replace('"', '?').replace('=', '?');
    return "reason=\"" + kept + '"';
  }

  /** True if a text has no character that {@link #line} would replace. */
  public static boolean isPrintable(String text) {
    return !UNPRINTABLE.matcher(text).find();
  }

  /**
   * One line of at most {@code mostChars} characters and three dots; other characters become '?'.
   */
  public static String line(String text, int mostChars) {
    String kept = text.length() <= mostChars ? text : text.substring(0, mostChars) + "...";
    return UNPRINTABLE.matcher(kept).replaceAll("?");
  }
}
