package dev.rosa.router;

/** Which of many things changed since somebody last looked, a bit each. One worker's. */
final class DirtyBits {

  /** Things that are looked at together. */
  static final int GROUP = Long.SIZE;

  private final long[] words;

  DirtyBits(int count) {
    words = new long[(count + GROUP - 1) / GROUP];
  }

  /** Notes that {@code index} changed. */
  void set(int index) {
    words[index / GROUP] |= 1L << index;
  }

  /** Whether {@code index} changed; it counts as unchanged from now on. */
  boolean clear(int index) {
    long bit = 1L << index;
    boolean was = (words[index / GROUP] & bit) != 0;
    words[index / GROUP] &= ~bit;
    return was;
  }

  /** Which of the 64 from 64 × {@code group} changed; they count as unchanged from now on. */
  long clearGroup(int group) {
    long changed = words[group];
    words[group] = 0;
    return changed;
  }
}
