package dev.rosa.config;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size as an operator writes it: {@code 512B}, {@code 64KiB}, {@code 1MiB}, {@code 2GiB}.
 *
 * @param bytes the size in bytes, never negative
 */
public record ByteSize(long bytes) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(B|KiB|MiB|GiB)");
  private static final Map<String, Integer> SHIFTS =
      Map.of("B", 0, "KiB", 10, "MiB", 20, "GiB", 30);

  private static final Map<Integer, String> UNITS = Map.of(10, "KiB", 20, "MiB", 30, "GiB");

  /** Refuses a negative size. */
  public ByteSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size cannot be negative: " + bytes);
    }
  }

  /**
   * Reads {@code 64KiB}.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static ByteSize parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "', expected a size with unit such as 512B, 64KiB, 1MiB");
    }
    return new ByteSize(Long.parseLong(matcher.group(1)) << SHIFTS.get(matcher.group(2)));
  }

  /** Returns the size as an {@code int}, for buffers and limits that are one. */
  public int bytesAsInt() {
    return Math.toIntExact(bytes);
  }

  /** The size for people, in its unit, down to a tenth: {@code 19.1MiB}. */
  public String rounded() {
    int shift = bytes < 1 << 20 ? 10 : bytes < 1 << 30 ? 20 : 30;
    if (bytes < 1 << 10) {
      return bytes + "B";
    }
    long tenth = ((bytes & ((1L << shift) - 1)) * 10) >> shift;
    return (bytes >> shift) + (tenth == 0 ? "" : "." + tenth) + UNITS.get(shift);
  }

  @Override
  public String toString() {
    if (bytes != 0 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + "MiB";
    }
    return bytes != 0 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "KiB" : bytes + "B";
  }
}
