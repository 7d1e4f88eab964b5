package dev.rosa.proxy.stream;

import java.nio.charset.StandardCharsets;

/** ASCII in arrays of bytes, compared and read without making strings. Stateless. */
public final class AsciiBytes {
  private static final int CASE_BIT = 0x20;

  private AsciiBytes() {}

  /** Bytes of a constant. */
  public static byte[] of(String ascii) {
    return ascii.getBytes(StandardCharsets.US_ASCII);
  }

  /** Text of bytes; each byte is one character. */
  public static String text(byte[] bytes, int begin, int end) {
    return new String(bytes, begin, end - begin, StandardCharsets.ISO_8859_1);
  }

  /** Tells whether bytes are the same as a constant. */
  public static boolean same(byte[] bytes, int begin, int end, byte[] constant) {
    if (end - begin != constant.length) {
      return false;
    }
    for (int i = 0; i < constant.length; i++) {
      if (bytes[begin + i] != constant[i]) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether bytes are the same as a constant in lower case, in either case of their own. */
  public static boolean sameIgnoringCase(byte[] bytes, int begin, int end, byte[] lower) {
    if (end - begin != lower.length) {
      return false;
    }
    for (int i = 0; i < lower.length; i++) {
      if (lower(bytes[begin + i]) != lower[i]) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether the bytes begin with a constant in lower case, in either case of their own. */
  public static boolean beginsIgnoringCase(byte[] bytes, int begin, int end, byte[] lower) {
    return end - begin >= lower.length
        && sameIgnoringCase(bytes, begin, begin + lower.length, lower);
  }

  /** Tells whether the first bytes, up to an end, begin with a constant. */
  public static boolean beginsWith(byte[] bytes, int end, byte[] constant) {
    return end >= constant.length && same(bytes, 0, constant.length, constant);
  }

  /** A letter in lower case; any other byte as it is. */
  public static byte lower(byte b) {
    return b >= 'A' && b <= 'Z' ? (byte) (b | CASE_BIT) : b;
  }

  public static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  public static boolean isLetter(byte b) {
    byte lower = (byte) (b | CASE_BIT);
    return lower >= 'a' && lower <= 'z';
  }

  /** Value of a hexadecimal digit; -1 if it is none. */
  public static int hexDigit(byte b) {
    if (isDigit(b)) {
      return b - '0';
    }
    byte lower = (byte) (b | CASE_BIT);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  /**
   * A number of digits alone, without a leading zero.
   *
   * @return -1 if it is none, or has more than 18 digits
   */
  public static long number(byte[] bytes, int begin, int end) {
    int digits = end - begin;
    if (digits < 1 || digits > 18 || (digits > 1 && bytes[begin] == '0')) {
      return -1;
    }
    long number = 0;
    for (int at = begin; at < end; at++) {
      if (!isDigit(bytes[at])) {
        return -1;
      }
      number = number * 10 + bytes[at] - '0';
    }
    return number;
  }
}
