package dev.rosa.metering.twin;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/**
 * Twins of {@link String}'s constructors and of its methods that read or copy a text as a whole.
 * {@link TextSearch} has the rest. Letters without regard to case are those of ASCII. Stateless.
 */
public final class Texts {

  private static final int CALL = 20;
  private static final int CHARACTERS_PER_UNIT = 4;

  /** Units for a byte that is decoded: the JDK takes many times as long for one that is wrong. */
  private static final int DECODED = 16;

  /** Bytes that one character of a text can become in UTF-8. */
  private static final int MOST_BYTES = 3;

  private Texts() {}

  /** Twin of a constructor. */
  public static String make(byte[] bytes, Charset charset) {
    return make(bytes, 0, bytes.length, charset);
  }

  /** Twin of a constructor. */
  public static String make(byte[] bytes, int offset, int length, Charset charset) {
    int taken = within(length, bytes.length);
    Toll.pay(CALL + (long) taken * (charset.equals(StandardCharsets.ISO_8859_1) ? 2 : DECODED));
    Toll.text(2L * taken);
    return new String(bytes, offset, length, charset);
  }

  /** Twin of a constructor. */
  public static String make(char[] letters) {
    return make(letters, 0, letters.length);
  }

  /** Twin of a constructor. */
  public static String make(char[] letters, int offset, int count) {
    int taken = within(count, letters.length);
    Toll.pay(CALL + taken / CHARACTERS_PER_UNIT);
    Toll.text(taken);
    return new String(letters, offset, count);
  }

  /** Twin of a constructor. */
  @SuppressWarnings("StringCopy")
  public static String make(String text) {
    Toll.text(0);
    return new String(text);
  }

  /** Twin of a constructor. */
  public static String make(TextBuilder builder) {
    return builder.toString();
  }

  /** Twin of {@link String#copyValueOf(char[])}. */
  public static String copyValueOf(char[] letters) {
    return make(letters);
  }

  /** Twin of {@link String#copyValueOf(char[], int, int)}. */
  public static String copyValueOf(char[] letters, int offset, int count) {
    return make(letters, offset, count);
  }

  /** Twin of {@link String#valueOf(char[])}. */
  public static String valueOf(char[] letters) {
    return make(letters);
  }

  /** Twin of {@link String#valueOf(char[], int, int)}. */
  public static String valueOf(char[] letters, int offset, int count) {
    return make(letters, offset, count);
  }

  /** Twin of {@link String#valueOf(Object)}. */
  public static String valueOf(Object one) {
    return Values.toString(one);
  }

  /** Twin of {@link String#valueOf(boolean)}. */
  public static String valueOf(boolean truth) {
    Toll.pay(CALL);
    return String.valueOf(truth);
  }

  /** Twin of {@link String#valueOf(char)}. */
  public static String valueOf(char letter) {
    Toll.text(1);
    return String.valueOf(letter);
  }

  /** Twin of {@link String#valueOf(int)}. */
  public static String valueOf(int number) {
    Toll.pay(2 * CALL);
    Toll.text(11);
    return String.valueOf(number);
  }

  /** Twin of {@link String#valueOf(long)}. */
  public static String valueOf(long number) {
    Toll.pay(4 * CALL);
    Toll.text(20);
    return String.valueOf(number);
  }

  /** Twin of {@link String#equals}. */
  public static boolean equals(String text, Object other) {
    Toll.pay(
        other instanceof String second && second.length() == text.length()
            ? CALL + text.length() / CHARACTERS_PER_UNIT
            : CALL);
    return text.equals(other);
  }

  /** Twin of {@link String#hashCode}; the JDK may know it already, which is the same price. */
  public static int hashCode(String text) {
    Toll.pay(CALL + 2L * text.length());
    return text.hashCode();
  }

  /** Twin of {@link String#compareTo}. */
  public static int compareTo(String text, String other) {
    Toll.pay(CALL + Math.min(text.length(), other.length()) / 4);
    return text.compareTo(other);
  }

  /** Twin of {@link String#compareToIgnoreCase}. */
  public static int compareToIgnoreCase(String text, String other) {
    int both = Math.min(text.length(), other.length());
    Toll.pay(CALL + 4L * both);
    for (int i = 0; i < both; i++) {
      int order = lower(text.charAt(i)) - lower(other.charAt(i));
      if (order != 0) {
        return order;
      }
    }
    return text.length() - other.length();
  }

  /** Twin of {@link String#equalsIgnoreCase}. */
  public static boolean equalsIgnoreCase(String text, String other) {
    Toll.pay(CALL);
    return other != null
        && text.length() == other.length()
        && compareToIgnoreCase(text, other) == 0;
  }

  static char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char) (letter + 'a' - 'A') : letter;
  }

  /** Twin of {@link String#contentEquals(CharSequence)}. */
  public static boolean contentEquals(String text, CharSequence other) {
    return equals(text, text(other));
  }

  /** Twin of {@link String#concat}. */
  public static String concat(String text, String end) {
    Toll.text((long) text.length() + end.length());
    return text.concat(end);
  }

  /** Twin of {@link String#repeat}. */
  public static String repeat(String text, int count) {
    Toll.text((long) text.length() * Math.max(0, count));
    return text.repeat(count);
  }

  /** Twin of {@link String#substring(int)}. */
  public static String substring(String text, int begin) {
    Toll.text(within(text.length() - begin, text.length()));
    return text.substring(begin);
  }

  /** Twin of {@link String#substring(int, int)}. */
  public static String substring(String text, int begin, int end) {
    Toll.text(within(end - begin, text.length()));
    return text.substring(begin, end);
  }

  /** Twin of {@link String#subSequence}. */
  public static CharSequence subSequence(String text, int begin, int end) {
    return substring(text, begin, end);
  }

  /** Twin of {@link CharSequence#subSequence}. */
  public static CharSequence subSequence(CharSequence text, int begin, int end) {
    if (text instanceof String string) {
      return substring(string, begin, end);
    }
    Toll.enter();
    CharSequence part = text.subSequence(begin, end);
    Toll.leave();
    return part;
  }

  /** Twin of {@link String#trim}. */
  public static String trim(String text) {
    Toll.pay(CALL + text.length());
    Toll.text(text.length());
    return text.trim();
  }

  /** Twin of {@link String#toCharArray}. */
  public static char[] toCharArray(String text) {
    Toll.array(text.length(), Character.BYTES);
    return text.toCharArray();
  }

  /** Twin of {@link String#getBytes(Charset)}. */
  public static byte[] getBytes(String text, Charset charset) {
    // Java guesses whether a letter without a byte is one half of two.
    Toll.pay(CALL + 6L * text.length());
    Toll.array(text.length(), 2 * MOST_BYTES);
    return text.getBytes(charset);
  }

  /** Twin of {@link String#getChars}. */
  public static void getChars(String text, int begin, int end, char[] target, int at) {
    Toll.pay(CALL + within(end - begin, text.length()) / CHARACTERS_PER_UNIT);
    text.getChars(begin, end, target, at);
  }

  /** Twin of {@link String#codePointCount}. */
  public static int codePointCount(String text, int begin, int end) {
    Toll.pay(CALL + within(end - begin, text.length()));
    return text.codePointCount(begin, end);
  }

  /** Twin of {@link String#join(CharSequence, CharSequence...)}. */
  public static String join(CharSequence between, CharSequence[] parts) {
    TextBuilder joined = new TextBuilder();
    String separator = text(between);
    for (int i = 0; i < parts.length; i++) {
      Toll.pay(CALL);
      if (i > 0) {
        joined.append(separator);
      }
      joined.append(parts[i]);
    }
    return joined.toString();
  }

  /** Twin of {@link String#join(CharSequence, Iterable)}. */
  public static String join(CharSequence between, Iterable<?> parts) {
    TextBuilder joined = new TextBuilder();
    String separator = text(between);
    Iterator<?> each = parts.iterator();
    while (each.hasNext()) {
      Toll.pay(2 * CALL);
      joined.append((CharSequence) each.next());
      if (each.hasNext()) {
        joined.append(separator);
      }
    }
    return joined.toString();
  }

  /** The characters of any sequence as a text. */
  static String text(CharSequence letters) {
    return Things.toString(letters);
  }

  /** A length that code gave, between 0 and what there is: an exception follows for others. */
  static int within(int length, int most) {
    return Math.max(0, Math.min(length, most));
  }
}
