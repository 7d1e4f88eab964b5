package dev.rosa.proxy.content;

import dev.rosa.proxy.stream.AsciiBytes;
import java.nio.charset.StandardCharsets;

/**
 * Pattern in which {@code *} stands for any bytes, also none. Matching takes time in proportion to
 * pattern and bytes multiplied at the most, and allocates nothing. Immutable.
 */
public final class Glob {
  private final byte[] pattern;
  private final boolean ignoresCase;
  private final boolean hasQuery;

  private Glob(byte[] pattern, boolean ignoresCase) {
    this.pattern = pattern;
    this.ignoresCase = ignoresCase;
    hasQuery = new String(pattern, StandardCharsets.UTF_8).indexOf('?') >= 0;
  }

  /** A pattern that needs the same case. */
  public static Glob of(String pattern) {
    return new Glob(pattern.getBytes(StandardCharsets.UTF_8), false);
  }

  /** A pattern that takes ASCII letters of both cases alike. */
  public static Glob ignoringCase(String pattern) {
    byte[] lower = pattern.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < lower.length; i++) {
      lower[i] = AsciiBytes.lower(lower[i]);
    }
    return new Glob(lower, true);
  }

  /** Tells whether all bytes between two offsets are as the pattern says. */
  public boolean matches(byte[] bytes, int begin, int end) {
    int at = begin;
    int place = 0;
    int star = -1;
    int retry = begin;
    while (at < end) {
      if (place < pattern.length && pattern[place] == '*') {
        star = place++;
        retry = at;
      } else if (place < pattern.length && pattern[place] == read(bytes[at])) {
        place++;
        at++;
      } else if (star >= 0) {
        place = star + 1;
        at = ++retry;
      } else {
        return false;
      }
    }
    while (place < pattern.length && pattern[place] == '*') {
      place++;
    }
    return place == pattern.length;
  }

  private byte read(byte b) {
    return ignoresCase ? AsciiBytes.lower(b) : b;
  }

  /** True if the pattern has a question mark, which in URLs begins the query. */
  public boolean hasQuery() {
    return hasQuery;
  }

  /** Tells whether all that another pattern takes is taken by this one; false if it is not sure. */
  public boolean covers(Glob other) {
    if (ignoresCase != other.ignoresCase) {
      return false;
    }
    // A star of the other one is a byte that only a star of this one takes.
    return matches(other.pattern, 0, other.pattern.length);
  }

  @Override
  public String toString() {
    return new String(pattern, StandardCharsets.UTF_8);
  }
}
