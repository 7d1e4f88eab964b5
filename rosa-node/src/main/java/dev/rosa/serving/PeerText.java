package dev.rosa.serving;

import java.util.regex.Pattern;

/**
 * Text that a peer has chosen, made fit for a log, a page or a terminal. It is one line of bounded
 * length, without characters that control a terminal or the direction of text. Stateless.
 */
public final class PeerText {

  /** Control and format characters, line and paragraph separators, and what is no character. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private static final int MOST_QUOTED_CHARS = 80;

  private PeerText() {}

  /** Short text in quotes, fit for a refusal that the peer reads. */
  public static String quoted(String text) {
    return "'" + line(text, MOST_QUOTED_CHARS) + "'";
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
