package dev.rosa.proxy.syncookie;

/**
 * Openings of connections that the worker has forgotten, and that their server may still have.
 *
 * <p>Where that may take SYN cookies, the next connection with the same ends is watched from its
 * beginning. Where it has bytes of the client, the next one must not begin with the same number for
 * a while: an earlier answer of the server would open it, and its bytes would be judged at other
 * places than the server puts them. Owned by one thread.
 */
public final class LostOpenings {

  /** An answer of a server is on its way for less. */
  private static final long ON_ITS_WAY_NANOS = 10_000_000_000L;

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
   * @param hash of its ends, and of the number of its client's first byte, by a secret
   */
  public void addBegun(long hash, long now) {
    int unused = begun.add(hash, now);
  }

  /** True if a connection with this hash was noted shortly before. */
  public boolean hasBegun(long hash, long now) {
    return begun.find(hash, now, ON_ITS_WAY_NANOS) != RecentHashes.NONE;
  }
}
