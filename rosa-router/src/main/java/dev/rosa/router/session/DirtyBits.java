package dev.rosa.router.session;

/**
 * Bit set of indexes that have something about them: those that changed since the last look, for
 * writing only those to the replay record, or those that came from it. One worker's.
 */
final class DirtyBits {

  /** Things that are looked at together. */
  static final int GROUP = Long.SIZE;

  private final long[] words;
  private int count;

  DirtyBits(int capacity) {
    words = new long[(capacity + GROUP - 1) / GROUP];
  }

  /** Number of indexes that are set. */
  int count() {
    return count;
  }

  /** Sets {@code index}: it has changed. */
  void set(int index) {
    count += (words[index / GROUP] & 1L << index) == 0 ? 1 : 0;
    words[index / GROUP] |= 1L << index;
  }

  /** Clears {@code index}: it counts as unchanged. */
  void clear(int index) {
    count -= (words[index / GROUP] & 1L << index) == 0 ? 0 : 1;
    words[index / GROUP] &= ~(1L << index);
  }

  /** True if {@code index} is set. */
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
