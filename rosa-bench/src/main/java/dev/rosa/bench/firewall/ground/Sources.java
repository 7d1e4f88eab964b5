package dev.rosa.bench.firewall.ground;

import java.util.ArrayList;
import java.util.List;

/**
 * Addresses that packets come from: a run of IPv4 addresses. Immutable.
 *
 * @param first the first one, as a number
 * @param count how many there are, from 1
 */
public record Sources(int first, int count) {

  private static final int FIRST_BAD = 10 << 24 | 16 << 16;
  private static final int FIRST_HONEST = 10 << 24 | 128 << 16;
  private static final int HONEST = 1_000;
  private static final int BYTE = 0xff;

  /** Those that are banned: from 10.16.0.0 on. */
  public static Sources bad(int count) {
    return new Sources(FIRST_BAD, count);
  }

  /** Those that are not. */
  public static Sources honest() {
    return new Sources(FIRST_HONEST, HONEST);
  }

  /** The last one alone. */
  public Sources last() {
    return new Sources(first + count - 1, 1);
  }

  /** One of them. */
  public String address(int index) {
    int number = first + index;
    return "%d.%d.%d.%d"
        .formatted(number >>> 24 & BYTE, number >>> 16 & BYTE, number >>> 8 & BYTE, number & BYTE);
  }

  /** All of them. */
  public List<String> addresses() {
    List<String> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(address(i));
    }
    return all;
  }
}
