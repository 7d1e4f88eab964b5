package dev.rosa.proxy.syncookie;

/**
 * Cookies of connections that gave their room to others while their server could still take them.
 * The next connection with the same ends is watched for them from its beginning. Of two ends with
 * the same place the later ones are remembered: to have its own forgotten, a client must have about
 * a million of them within two minutes. Owned by one thread.
 */
public final class LostCookies {
  private static final int PLACES = 1 << 20;

  /** An entry's lower bits are a second, the others are of the hash. */
  private static final int SECOND_BITS = 24;

  private static final long SECONDS = (1L << SECOND_BITS) - 1;
  private static final long SECOND_NANOS = 1_000_000_000L;

  /** Null: none was lost. */
  private long[] entries;

  /** The cookies of each place; one of fewer than there is room for is there several times. */
  private int[] distances;

  /** None yet. */
  public LostCookies() {}

  /**
   * Notes cookies whose connection is forgotten now.
   *
   * @param hash of its ends by a secret
   * @param cookies one or more
   */
  public void add(long hash, Cookies cookies, long now) {
    if (entries == null) {
      entries = new long[PLACES];
      distances = new int[PLACES * Cookies.MOST];
    }
    int place = place(hash);
    entries[place] = (hash & ~SECONDS) | second(now);
    for (int i = 0; i < Cookies.MOST; i++) {
      distances[place * Cookies.MOST + i] = cookies.distance(i % cookies.count());
    }
  }

  /** Cookies for these ends that were forgotten while the server may still take them; else null. */
  public Cookies of(long hash, long now) {
    if (entries == null) {
      return null;
    }
    int place = place(hash);
    long age = (second(now) - entries[place]) & SECONDS;
    boolean isMeant = (entries[place] & ~SECONDS) == (hash & ~SECONDS);
    if (!isMeant || age > Cookies.NANOS / SECOND_NANOS) {
      return null;
    }
    Cookies cookies = new Cookies();
    for (int i = 0; i < Cookies.MOST; i++) {
      cookies.add(distances[place * Cookies.MOST + i], now);
    }
    return cookies;
  }

  private static long second(long now) {
    return (now / SECOND_NANOS) & SECONDS;
  }

  private static int place(long hash) {
    return (int) hash & (PLACES - 1);
  }
}
