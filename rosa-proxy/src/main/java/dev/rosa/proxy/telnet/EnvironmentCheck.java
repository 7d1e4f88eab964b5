package dev.rosa.proxy.telnet;

import dev.rosa.proxy.stream.AsciiBytes;
import java.util.List;

/**
 * Check of the variables that a client sends with NEW-ENVIRON (RFC 1572). A name must be on the
 * list. A value must be one plain word, and must not begin with a hyphen: servers make words of
 * {@code login}'s command line of it, where {@code USER=-f root} or {@code USER=root -f} logs in
 * without a password (CVE-2026-24061). Owned by one thread.
 */
final class EnvironmentCheck {
  private static final byte VAR = 0;
  private static final byte VALUE = 1;
  private static final byte ESC = 2;
  private static final byte USERVAR = 3;
  private static final byte IS = 0;
  private static final byte INFO = 2;
  private static final byte SEND = 1;

  private static final String MARKS = "-._:/@+,";

  private final List<byte[]> names;

  EnvironmentCheck(List<byte[]> names) {
    this.names = names;
  }

  /**
   * Tells whether a subnegotiation is harmless.
   *
   * @param bytes behind the option's number
   */
  boolean isHarmless(byte[] bytes, int begin, int end) {
    if (begin == end) {
      return false;
    }
    if (bytes[begin] == SEND) {
      return true;
    }
    if (bytes[begin] != IS && bytes[begin] != INFO) {
      return false;
    }
    int at = begin + 1;
    while (at < end) {
      if (bytes[at] != VAR && bytes[at] != USERVAR) {
        return false;
      }
      int nameEnd = endOfText(bytes, at + 1, end);
      if (!isKnown(bytes, at + 1, nameEnd)) {
        return false;
      }
      at = nameEnd;
      if (at < end && bytes[at] == VALUE) {
        int valueEnd = endOfText(bytes, at + 1, end);
        if (!isHarmlessValue(bytes, at + 1, valueEnd)) {
          return false;
        }
        at = valueEnd;
      }
    }
    return true;
  }

  private static int endOfText(byte[] bytes, int begin, int end) {
    int at = begin;
    while (at < end && (bytes[at] < 0 || bytes[at] > USERVAR || bytes[at] == ESC)) {
      at++;
    }
    return at;
  }

  private boolean isKnown(byte[] bytes, int begin, int end) {
    for (byte[] name : names) {
      if (AsciiBytes.same(bytes, begin, end, name)) {
        return true;
      }
    }
    return false;
  }

  /** Letters, digits, and what names of hosts, terminals, languages and files have beside them. */
  static boolean isHarmlessValue(byte[] bytes, int begin, int end) {
    for (int at = begin; at < end; at++) {
      byte b = bytes[at];
      boolean isPlain = AsciiBytes.isLetter(b) || AsciiBytes.isDigit(b) || MARKS.indexOf(b) >= 0;
      if (!isPlain) {
        return false;
      }
    }
    return begin == end || bytes[begin] != '-';
  }
}
