package dev.rosa.proxy.syncookie;

/**
 * SYN cookies by which a server may have answered connections with the same ends. Each is known by
 * how far the acknowledgement that it takes is from the sequence number: that is the same for all
 * connections with these ends within a minute of the server. Owned by one thread.
 */
public final class Cookies {

  /** Longer than a server takes an acknowledgement of its cookie. */
  public static final long NANOS = 150_000_000_000L;

  /** Linux's cookies have a number below this one for the size of segments. */
  public static final int SIZES = 4;

  /** A server has so many minutes within that time, or parts of them. */
  static final int MOST = 4;

  /**
   * Of Linux's cookies, the lower bits are a hash and that number, without their carry; the upper
   * ones are the minute's.
   */
  private static final int UPPER_BITS = 8;

  private final int[] distances = new int[MOST];
  private final long[] seenNanos = new long[MOST];
  private int count;

  /** None yet. */
  public Cookies() {}

  /**
   * Notes an answer.
   *
   * @param distance of its acknowledgement from the sequence number of the client's first byte
   * @return false if there are too many
   */
  public boolean add(int distance, long now) {
    forgetOld(now);
    if (fits(distance)) {
      return true;
    }
    if (count == MOST) {
      return false;
    }
    distances[count] = distance;
    seenNanos[count++] = now;
    return true;
  }

  /** Number of them; {@link #distance} tells of each. */
  int count() {
    return count;
  }

  int distance(int index) {
    return distances[index];
  }

  private void forgetOld(long now) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (now - seenNanos[i] < NANOS) {
        distances[kept] = distances[i];
        seenNanos[kept++] = seenNanos[i];
      }
    }
    count = kept;
  }

  /** True if a packet fits one of them whose acknowledgement is so far from its number. */
  public boolean fits(int distance) {
    for (int i = 0; i < count; i++) {
      int difference = ((distance - distances[i]) << UPPER_BITS) >> UPPER_BITS;
      if (Math.abs(difference) < SIZES) {
        return true;
      }
    }
    return false;
  }
}
