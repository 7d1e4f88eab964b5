package dev.rosa.proxy.syncookie;

/**
 * Hashes that were noted shortly before, in a table of a million places. A new one takes the place
 * of the oldest of four: to have its own forgotten, a client must have hundreds of thousands noted
 * meanwhile. The table is made when it is first used. Owned by one thread.
 */
final class RecentHashes {
  static final int PLACES = 1 << 20;
  static final int NONE = -1;

  /** Places of hashes that share some bits. */
  private static final int WAYS = 4;

  /** An entry's lower bits are a second, the others are of the hash. */
  private static final int SECOND_BITS = 24;

  private static final long SECONDS = (1L << SECOND_BITS) - 1;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private long[] entries;

  /** The oldest of each four. */
  private byte[] oldest;

  /** Notes a hash by a secret; its place. */
  int add(long hash, long nowNanos) {
    if (entries == null) {
      entries = new long[PLACES];
      oldest = new byte[PLACES / WAYS];
    }
    int four = four(hash);
    int known = placeOf(hash);
    int place = known == NONE ? four * WAYS + oldest[four] : known;
    if (place == four * WAYS + oldest[four]) {
      oldest[four] = (byte) ((oldest[four] + 1) % WAYS);
    }
    entries[place] = (hash & ~SECONDS) | second(nowNanos);
    return place;
  }

  /** The place of a hash that was noted no longer before, or none. */
  int find(long hash, long nowNanos, long mostNanos) {
    int place = entries == null ? NONE : placeOf(hash);
    if (place == NONE) {
      return NONE;
    }
    long age = (second(nowNanos) - entries[place]) & SECONDS;
    return age <= mostNanos / SECOND_NANOS ? place : NONE;
  }

  private int placeOf(long hash) {
    int first = four(hash) * WAYS;
    for (int place = first; place < first + WAYS; place++) {
      if (entries[place] != 0 && (entries[place] & ~SECONDS) == (hash & ~SECONDS)) {
        return place;
      }
    }
    return NONE;
  }

  private static long second(long now) {
    return (now / SECOND_NANOS) & SECONDS;
  }

  private static int four(long hash) {
    return (int) hash & (PLACES / WAYS - 1);
  }
}
