package dev.rosa.router;

/**
 * What stays of sessions that made room before their SET: the highest sequence number, so that
 * their old packets cannot be replayed. A bounded number of them, 24 bytes each; where there is no
 * room, those go whose session ends soonest, and of equals the newer. Buckets of eight in pages
 * that are made when they are first used. One worker's.
 */
final class DepartedSessions {

  private static final int BUCKET = 8;
  private static final int SESSION = 0;
  private static final int HIGHEST = 1;
  private static final int END = 2;
  private static final int FLOOR = 3;

  /** As many as make an array of 1 MiB with its header. */
  private static final int BUCKETS_PER_PAGE = ((1 << 17) - 2) / (BUCKET * FLOOR);

  private final long[][] pages;
  private final int shift;
  private final long seed;
  private final DirtyBits dirty;

  /**
   * Room for some.
   *
   * @param capacity at least so many
   * @param seed makes buckets unpredictable
   */
  DepartedSessions(int capacity, long seed) {
    int buckets = Integer.highestOneBit(Math.max(2, (capacity - 1) / BUCKET)) << 1;
    this.shift = Long.SIZE - Integer.numberOfTrailingZeros(buckets);
    this.seed = seed | 1;
    this.pages = new long[(buckets + BUCKETS_PER_PAGE - 1) / BUCKETS_PER_PAGE][];
    this.dirty = new DirtyBits(buckets * BUCKET);
  }

  /** Places for floors; every index is less. */
  int count() {
    return (1 << (Long.SIZE - shift)) * BUCKET;
  }

  private int bucket(long session) {
    long z = (session ^ (session >>> 32)) * seed;
    z = (z ^ (z >>> 29)) * 0xbf58476d1ce4e5b9L;
    return (int) (z >>> shift);
  }

  private long[] page(int index) {
    return pages[index / (BUCKET * BUCKETS_PER_PAGE)];
  }

  private static int at(int index) {
    return index % (BUCKET * BUCKETS_PER_PAGE) * FLOOR;
  }

  /**
   * Keeps a session's highest sequence number, if there is room.
   *
   * @param changed whether the record does not have it yet
   */
  void put(long session, long highest, long endSeconds, boolean changed) {
    int first = bucket(session) * BUCKET;
    if (page(first) == null) {
      pages[first / (BUCKET * BUCKETS_PER_PAGE)] = new long[BUCKETS_PER_PAGE * BUCKET * FLOOR];
    }
    int index = indexFor(session, first);
    long[] page = page(index);
    int at = at(index);
    boolean known = page[at + SESSION] == session;
    if (!known && page[at + END] >= endSeconds) {
      return;
    }
    page[at + SESSION] = session;
    page[at + HIGHEST] =
        known && Long.compareUnsigned(page[at + HIGHEST], highest) > 0
            ? page[at + HIGHEST]
            : highest;
    page[at + END] = known ? Math.max(page[at + END], endSeconds) : endSeconds;
    if (changed) {
      dirty.set(index);
    } else if (!known) {
      dirty.clear(index);
    }
  }

  /** Where the session is, or else what ends first in its bucket: nothing ends at 0. */
  private int indexFor(long session, int first) {
    int soonest = first;
    for (int index = first; index < first + BUCKET; index++) {
      long[] page = page(index);
      if (page[at(index) + SESSION] == session) {
        return index;
      }
      if (page[at(index) + END] < page[at(soonest) + END]) {
        soonest = index;
      }
    }
    return soonest;
  }

  /** Takes out what was kept of a session: its highest sequence number, or 0. */
  long take(long session) {
    int first = bucket(session) * BUCKET;
    if (page(first) == null) {
      return 0;
    }
    int index = indexFor(session, first);
    long[] page = page(index);
    int at = at(index);
    if (page[at + SESSION] != session) {
      return 0;
    }
    long highest = page[at + HIGHEST];
    page[at + SESSION] = 0;
    page[at + HIGHEST] = 0;
    page[at + END] = 0;
    dirty.clear(index);
    return highest;
  }

  /** Which floors changed since somebody last looked. */
  DirtyBits dirty() {
    return dirty;
  }

  /** Adds the floor at {@code index} to {@code floors}, if there is one that is still of use. */
  void addTo(ReplayFloors floors, int index, long nowSeconds) {
    long[] page = page(index);
    if (page != null && page[at(index) + END] > nowSeconds) {
      int at = at(index);
      floors.add(page[at + SESSION], page[at + HIGHEST], page[at + END]);
    }
  }
}
