package dev.rosa.session;

import java.util.Arrays;

/**
 * Which sequence numbers of a session have been seen: a sliding window of {@link #SIZE} behind the
 * highest (RFC 6479: a ring of words, no shifting). Sequence numbers are unsigned 64-bit. Owned by
 * one thread; allocates nothing after construction.
 *
 * <p>Who keeps very many windows lays them into memory of his own, {@link #WORDS} each, and uses
 * the static methods.
 */
public final class ReplayWindow {

  /** Sequence numbers behind the highest that may still arrive; at least PROTOCOL's 1,024. */
  public static final int SIZE = 1_024;

  private static final int WORD_SHIFT = 6;

  /** One word more than the window, so that a word is only cleared when all of it is too old. */
  private static final int RING = (SIZE >>> WORD_SHIFT) + 1;

  /** What a window takes: the highest number, then the ring. All 0: nothing was seen yet. */
  public static final int WORDS = 1 + RING;

  private final long[] memory = new long[WORDS];

  /** A window of a session that was known before: it takes nothing up to {@code highest}. */
  public static ReplayWindow startingAfter(long highest) {
    ReplayWindow window = new ReplayWindow();
    startAfter(window.memory, 0, highest);
    return window;
  }

  /** The highest sequence number accepted, unsigned; 0: none yet. */
  public long highest() {
    return memory[0];
  }

  /**
   * Notes a sequence number of a verified packet.
   *
   * @return false if it is 0, was seen before, or is too far behind to know
   */
  public boolean accept(long sequence) {
    return accept(memory, 0, sequence);
  }

  /** Makes the window at {@code memory[at]} one that takes nothing up to {@code highest}. */
  public static void startAfter(long[] memory, int at, long highest) {
    Arrays.fill(memory, at + 1, at + WORDS, -1L);
    memory[at] = highest;
    memory[at + wordOf(highest)] = -1L >>> (63 - (highest & 63));
  }

  /** Notes a sequence number in the window at {@code memory[at]}; see {@link #accept(long)}. */
  public static boolean accept(long[] memory, int at, long sequence) {
    long highest = memory[at];
    if (Long.compareUnsigned(sequence, highest) > 0) {
      advance(memory, at, sequence);
    } else if (sequence == 0 || Long.compareUnsigned(highest - sequence, SIZE) >= 0) {
      return false;
    }
    int word = at + wordOf(sequence);
    long seen = memory[word];
    memory[word] = seen | 1L << sequence;
    return (seen & 1L << sequence) == 0;
  }

  private static void advance(long[] memory, int at, long sequence) {
    long steps = (sequence >>> WORD_SHIFT) - (memory[at] >>> WORD_SHIFT);
    int word = wordOf(memory[at]);
    for (int i = (int) Math.min(steps, RING); i > 0; i--) {
      word = word == RING ? 1 : word + 1;
      memory[at + word] = 0;
    }
    memory[at] = sequence;
  }

  /** Where in a window's memory the bit of a sequence number stands: 1 … {@link #WORDS} − 1. */
  public static int wordOf(long sequence) {
    return (int) ((sequence >>> WORD_SHIFT) % RING) + 1;
  }
}
