package dev.rosa.router.session;

/**
 * Bit set of the indexes that changed since the last look, for writing only those to the replay
 * record. One worker's.
 */
final class DirtyBits {

  /** Things that are looked at together. */
  static final int GROUP = Long.SIZE;

  private final long[] words;
  private int count;

  DirtyBits(int capacity) {
    words = new long[(capacity + GROUP - 1) / GROUP];
  }

  /** Number of changed indexes. */
  int count() {
    return count;
  }

  /** Notes that {@code index} changed. */
  void set(int index) {
    count += (words[index / GROUP] & 1L << index) == 0 ? 1 : 0;
    words[index / GROUP] |= 1L << index;
  }

  /** Says that {@code index} counts as unchanged. */
  void clear(int index) {
    count -= (words[index / GROUP] & 1L << index) == 0 ? 0 : 1;
    words[index / GROUP] &= ~(1L << index);
  }

  /** True if {@code index} has changed. */
  boolean isSet(int index) {
    return (words[index / GROUP] & 1L << index) != 0;
  }

  /** The changed ones of the 64 from 64 × {@code group}; they count as unchanged from now on. */
  long clearGroup(int group) {
    long changed = words[group];
    words[group] = 0;
    count -= Long.bitCount(changed);
    return changed;
  }
}
