package dev.rosa.metering.twin;

import java.util.Objects;

/**
 * Twins of {@link String}'s searches. A search for text in text pays for every place, and for the
 * text at each place where the first character is the same. Stateless.
 */
public final class TextSearch {

  private static final int CALL = 80;
  private static final int CHARACTERS_PER_UNIT = 2;

  /** Units for a character that is compared; Java 17 compares wide ones byte by byte. */
  private static final int CHARACTER = 2;

  /** Units for a look at one place of a text. */
  private static final int PLACE = 20;

  private TextSearch() {}

  /** Twin of {@link String#indexOf(int)}. */
  public static int indexOf(String text, int letter) {
    return indexOf(text, letter, 0);
  }

  /** Twin of {@link String#indexOf(int, int)}. */
  public static int indexOf(String text, int letter, int from) {
    int letters = text.length() - Texts.within(from, text.length());
    Toll.pay(CALL + (Character.isBmpCodePoint(letter) ? letters / CHARACTERS_PER_UNIT : letters));
    return text.indexOf(letter, from);
  }

  /** Twin of {@link String#lastIndexOf(int)}. */
  public static int lastIndexOf(String text, int letter) {
    return lastIndexOf(text, letter, text.length() - 1);
  }

  /** Twin of {@link String#lastIndexOf(int, int)}. */
  public static int lastIndexOf(String text, int letter, int from) {
    Toll.pay(CALL + 2L * Texts.within(from, text.length()));
    return text.lastIndexOf(letter, from);
  }

  /** Twin of {@link String#indexOf(String)}. */
  public static int indexOf(String text, String part) {
    return indexOf(text, part, 0);
  }

  /** Twin of {@link String#indexOf(String, int)}. */
  public static int indexOf(String text, String part, int from) {
    int start = Texts.within(from, text.length());
    int last = text.length() - part.length();
    Toll.pay(CALL + (long) PLACE * Math.max(0, last - start + 1));
    for (int at = start; at <= last; at++) {
      if (isAt(text, part, at)) {
        return at;
      }
    }
    return -1;
  }

  /** Twin of {@link String#lastIndexOf(String)}. */
  public static int lastIndexOf(String text, String part) {
    int last = text.length() - part.length();
    Toll.pay(CALL + (long) PLACE * Math.max(0, last + 1));
    for (int at = last; at >= 0; at--) {
      if (isAt(text, part, at)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isAt(String text, String part, int at) {
    return part.isEmpty() || (text.charAt(at) == part.charAt(0) && startsWith(text, part, at));
  }

  /** Twin of {@link String#contains}. */
  public static boolean contains(String text, CharSequence part) {
    return indexOf(text, Texts.text(part)) >= 0;
  }

  /** Twin of {@link String#startsWith(String)}. */
  public static boolean startsWith(String text, String prefix) {
    return startsWith(text, prefix, 0);
  }

  /** Twin of {@link String#startsWith(String, int)}. */
  public static boolean startsWith(String text, String prefix, int at) {
    Toll.pay(CALL + (long) CHARACTER * Math.min(prefix.length(), text.length()));
    return text.startsWith(prefix, at);
  }

  /** Twin of {@link String#endsWith}. */
  public static boolean endsWith(String text, String suffix) {
    return startsWith(text, suffix, text.length() - suffix.length());
  }

  /** Twin of {@link String#regionMatches(int, String, int, int)}. */
  public static boolean regionMatches(String text, int at, String other, int otherAt, int length) {
    Toll.pay(CALL + (long) CHARACTER * Texts.within(length, text.length()));
    // A newer JDK looks at the other text only if the region lies within this one.
    Objects.requireNonNull(other);
    return text.regionMatches(at, other, otherAt, length);
  }

  /** Twin of {@link String#regionMatches(boolean, int, String, int, int)}. */
  public static boolean regionMatches(
      String text, boolean ignoreCase, int at, String other, int otherAt, int length) {
    if (!ignoreCase) {
      return regionMatches(text, at, other, otherAt, length);
    }
    Toll.pay(CALL);
    boolean fits =
        at >= 0
            && otherAt >= 0
            && at <= (long) text.length() - length
            && otherAt <= (long) other.length() - length;
    return fits
        && (length <= 0
            || Texts.equalsIgnoreCase(
                Texts.substring(text, at, at + length),
                Texts.substring(other, otherAt, otherAt + length)));
  }

  /** Twin of {@link String#replace(char, char)}. */
  public static String replace(String text, char old, char now) {
    Toll.pay(CALL + 2L * text.length());
    Toll.text(text.length());
    return text.replace(old, now);
  }

  /** Twin of {@link String#replace(CharSequence, CharSequence)}. */
  public static String replace(String text, CharSequence old, CharSequence now) {
    String part = Texts.text(old);
    String instead = Texts.text(now);
    int at = indexOf(text, part, 0);
    if (at < 0) {
      return text;
    }
    TextBuilder replaced = new TextBuilder();
    int from = 0;
    while (at >= 0) {
      replaced.append(text, from, at).append(instead);
      from = at + part.length();
      int next = part.isEmpty() ? at + 1 : from;
      if (part.isEmpty() && at < text.length()) {
        replaced.append(text.charAt(at));
        from = at + 1;
      }
      at = next > text.length() ? -1 : nextIndex(text, part, next);
    }
    return replaced.append(text, from, text.length()).toString();
  }

  /** Pays place by place, as there may be many more matches. */
  private static int nextIndex(String text, String part, int from) {
    for (int at = from; at <= text.length() - part.length(); at++) {
      Toll.pay(PLACE);
      if (isAt(text, part, at)) {
        return at;
      }
    }
    return -1;
  }
}
