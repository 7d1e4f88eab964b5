package dev.rosa.proxy.syncookie;

/**
 * Hashes that were noted shortly before, in a table of a million places. Of two with the same place
 * the later one is remembered: to have its own forgotten, a client must have about a million noted
 * meanwhile. The table is made when it is first used. Owned by one thread.
 */
final class RecentHashes {
  static final int PLACES = 1 << 20;
  static final int NONE = -1;

  /** An entry's lower bits are a second, the others are of the hash. */
  private static final int SECOND_BITS = 24;

  private static final long SECONDS = (1L << SECOND_BITS) - 1;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private long[] entries;

  /** Notes a hash by a secret; its place. */
  int add(long hash, long nowNanos) {
    if (entries == null) {
      entries = new long[PLACES];
    }
    int place = place(hash);
    entries[place] = (hash & ~SECONDS) | second(nowNanos);
    return place;
  }

  /** The place of a hash that was noted no longer before, or none. */
  int find(long hash, long nowNanos, long mostNanos) {
    if (entries == null) {
      return NONE;
    }
    int place = place(hash);
    long age = (second(nowNanos) - entries[place]) & SECONDS;
    boolean isMeant = (entries[place] & ~SECONDS) == (hash & ~SECONDS);
    return isMeant && age <= mostNanos / SECOND_NANOS ? place : NONE;
  }

  private static long second(long now) {
    return (now / SECOND_NANOS) & SECONDS;
  }

  private static int place(long hash) {
    return (int) hash & (PLACES - 1);
  }
}
