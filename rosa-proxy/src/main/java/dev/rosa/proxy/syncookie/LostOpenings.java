package dev.rosa.proxy.syncookie;

/**
 * What must be known of connections that gave their room to others while their server may still
 * have them: SYN cookies, for which the next connection with the same ends is watched from its
 * beginning, and the number that the next one must not begin with. Owned by one thread.
 */
public final class LostOpenings {

  /** Odd, so that numbers differ in all of a hash. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private final RecentHashes withCookies = new RecentHashes();
  private final RecentHashes begun = new RecentHashes();

  /** The cookies of each place; one of fewer than there is room for is there several times. */
  private int[] distances;

  /** None yet. */
  public LostOpenings() {}

  /**
   * Notes cookies whose connection is forgotten now.
   *
   * @param hash of its ends by a secret
   * @param cookies one or more
   */
  public void add(long hash, Cookies cookies, long now) {
    if (distances == null) {
      distances = new int[RecentHashes.PLACES * Cookies.MOST];
    }
    int place = withCookies.add(hash, now);
    for (int i = 0; i < Cookies.MOST; i++) {
      distances[place * Cookies.MOST + i] = cookies.distance(i % cookies.count());
    }
  }

  /** Cookies for these ends that were forgotten while the server may still take them; else null. */
  public Cookies cookies(long hash, long now) {
    int place = withCookies.find(hash, now, Cookies.NANOS);
    if (place == RecentHashes.NONE) {
      return null;
    }
    Cookies cookies = new Cookies();
    for (int i = 0; i < Cookies.MOST; i++) {
      cookies.add(distances[place * Cookies.MOST + i], now);
    }
    return cookies;
  }

  /**
   * Notes a connection that has bytes at its server.
   *
   * @param hash of its ends by a secret
   * @param first number of its client's first byte
   */
  public void add(long hash, int first, long now) {
    int unused = begun.add(hash + first * SPREAD, now);
  }

  /** Notes those that were over at these ends shortly before; null: none was. */
  public void addAll(long hash, FormerOpenings former, long now) {
    if (former != null) {
      former.each(now, first -> add(hash, first, now));
    }
  }

  /** True if a connection that began so was noted shortly before. */
  public boolean has(long hash, int first, long now) {
    return begun.find(hash + first * SPREAD, now, FormerOpenings.NANOS) != RecentHashes.NONE;
  }
}
