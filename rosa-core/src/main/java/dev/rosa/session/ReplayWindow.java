package dev.rosa.session;

import java.util.Arrays;

/**
 * Which sequence numbers of a session have been seen: a sliding window of {@link #SIZE} behind the
 * highest (RFC 6479: a ring of words, no shifting). Sequence numbers are unsigned 64-bit. Owned by
 * one thread; allocates nothing after construction.
 */
public final class ReplayWindow {

  /** Sequence numbers behind the highest that may still arrive; at least PROTOCOL's 1,024. */
  public static final int SIZE = 1_024;

  private static final int WORD_SHIFT = 6;

  /** One word more than the window, so that a word is only cleared when all of it is too old. */
  private static final int WORDS = 32;

  private final long[] words = new long[WORDS];
  private long highest;

  /** A window of a session that was known before: it takes nothing up to {@code highest}. */
  public static ReplayWindow startingAfter(long highest) {
    ReplayWindow window = new ReplayWindow();
    window.highest = highest;
    Arrays.fill(window.words, -1L);
    window.words[wordOf(highest)] = -1L >>> (63 - (highest & 63));
    return window;
  }

  /** The highest sequence number accepted, unsigned; 0: none yet. */
  public long highest() {
    return highest;
  }

  /**
   * Notes a sequence number of a verified packet.
   *
   * @return false if it is 0, was seen before, or is too far behind to know
   */
  public boolean accept(long sequence) {
    if (sequence == 0 || isTooOld(sequence)) {
      return false;
    }
    if (Long.compareUnsigned(sequence, highest) > 0) {
      advance(sequence);
    }
    long bit = 1L << (sequence & 63);
    int word = wordOf(sequence);
    if ((words[word] & bit) != 0) {
      return false;
    }
    words[word] |= bit;
    return true;
  }

  private boolean isTooOld(long sequence) {
    return Long.compareUnsigned(sequence, highest) <= 0
        && Long.compareUnsigned(highest - sequence, SIZE) >= 0;
  }

  private void advance(long sequence) {
    long steps = (sequence >>> WORD_SHIFT) - (highest >>> WORD_SHIFT);
    int cleared = (int) Math.min(steps, WORDS);
    for (int i = 1; i <= cleared; i++) {
      words[(int) ((highest >>> WORD_SHIFT) + i) & (WORDS - 1)] = 0;
    }
    highest = sequence;
  }

  private static int wordOf(long sequence) {
    return (int) (sequence >>> WORD_SHIFT) & (WORDS - 1);
  }
}
