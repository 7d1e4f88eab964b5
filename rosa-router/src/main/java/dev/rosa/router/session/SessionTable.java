package dev.rosa.router.session;

/**
 * Hash table from a session's number to the place of its record. It has open addressing in one
 * array; an entry is 32 bits of a keyed hash and the place. Two sessions may have one number; the
 * caller tells them apart. Sized once for the most there can be, so that no packet waits for it to
 * grow. One worker's.
 */
final class SessionTable {

  /** No slot. */
  static final int NONE = -1;

  private static final long EMPTY = 0;
  private static final long PLACE = 0xffff_ffffL;

  /** Hash in the upper half, place + 1 in the lower. */
  private final long[] entries;

  private final int mask;

  /** From a hash's upper 32 bits to a slot. */
  private final int shift;

  private final long seed;

  /**
   * A table for at most {@code capacity} sessions, at most half full.
   *
   * @param seed makes slots unpredictable
   */
  SessionTable(int capacity, long seed) {
    int slots = Integer.highestOneBit(Math.max(2, capacity) - 1) << 2;
    this.entries = new long[slots];
    this.mask = slots - 1;
    this.shift = Integer.SIZE - Integer.numberOfTrailingZeros(slots);
    this.seed = seed;
  }

  /** A keyed hash of a session's number. */
  long hash(long session) {
    long z = session ^ seed;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private int home(long entry) {
    return (int) (entry >>> Integer.SIZE) >>> shift;
  }

  /** Reads where {@link #first} will begin, and nothing else. */
  long readAhead(long hash) {
    return entries[home(hash)];
  }

  /** The first slot with an entry of this hash, or {@link #NONE}. */
  int first(long hash) {
    return search(hash, home(hash));
  }

  /** The next one behind {@code slot}, or {@link #NONE}. */
  int next(long hash, int slot) {
    return search(hash, (slot + 1) & mask);
  }

  private int search(long hash, int from) {
    int slot = from;
    for (long entry = entries[slot]; entry != EMPTY; entry = entries[slot]) {
      if ((entry ^ hash) >>> Integer.SIZE == 0) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return NONE;
  }

  /** The place in a slot that {@link #first} or {@link #next} gave. */
  int place(int slot) {
    return (int) (entries[slot] & PLACE) - 1;
  }

  /** Adds a session. */
  void put(long hash, int place) {
    int slot = home(hash);
    while (entries[slot] != EMPTY) {
      slot = (slot + 1) & mask;
    }
    entries[slot] = (hash & ~PLACE) | (place + 1L);
  }

  /** Removes the session at {@code place}, which is there. */
  void remove(long hash, int place) {
    int slot = first(hash);
    while (place(slot) != place) {
      slot = next(hash, slot);
    }
    close(slot);
  }

  /** Moves up what stands behind a slot that becomes free, so that searches find no hole. */
  private void close(int slot) {
    int hole = slot;
    for (int next = (hole + 1) & mask; entries[next] != EMPTY; next = (next + 1) & mask) {
      int distance = (next - home(entries[next])) & mask;
      if (distance >= ((next - hole) & mask)) {
        entries[hole] = entries[next];
        hole = next;
      }
    }
    entries[hole] = EMPTY;
  }
}
