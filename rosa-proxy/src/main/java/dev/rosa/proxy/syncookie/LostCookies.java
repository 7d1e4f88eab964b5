package dev.rosa.proxy.syncookie;

/**
 * Ends of connections that gave their room to others while their server could still take a SYN
 * cookie of theirs. The cookie itself is not known any more, so the next connection with these ends
 * has to wait until the server takes it no more. Of two ends with the same place the later ones are
 * remembered: to have its own forgotten, a client must have about a million of them within two
 * minutes. Owned by one thread.
 */
public final class LostCookies {
  private static final int PLACES = 1 << 20;

  /** An entry's lower bits are a second, the others are of the hash. */
  private static final int SECOND_BITS = 24;

  private static final long SECONDS = (1L << SECOND_BITS) - 1;
  private static final long SECOND_NANOS = 1_000_000_000L;

  /** Null: none was lost. */
  private long[] entries;

  /** None yet. */
  public LostCookies() {}

  /**
   * Notes ends that are forgotten now.
   *
   * @param hash of them by a secret
   */
  public void add(long hash, long now) {
    if (entries == null) {
      entries = new long[PLACES];
    }
    entries[place(hash)] = (hash & ~SECONDS) | second(now);
  }

  /** True if the server may still take a cookie of these ends that was forgotten. */
  public boolean has(long hash, long now) {
    if (entries == null) {
      return false;
    }
    long entry = entries[place(hash)];
    long age = (second(now) - entry) & SECONDS;
    return (entry & ~SECONDS) == (hash & ~SECONDS) && age <= Cookies.NANOS / SECOND_NANOS;
  }

  private static long second(long now) {
    return (now / SECOND_NANOS) & SECONDS;
  }

  private static int place(long hash) {
    return (int) hash & (PLACES - 1);
  }
}
