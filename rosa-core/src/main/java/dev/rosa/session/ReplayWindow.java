package dev.rosa.session;

import java.util.Arrays;

/**
 * Anti-replay window of a session: the sequence numbers seen in the {@link #SIZE} behind the
 * highest (after RFC 6479: words that are replaced, no shifting). Sequence numbers are unsigned
 * 64-bit. Owned by one thread; allocates nothing after construction.
 *
 * <p>A window is a head, the highest number and the word of 64 numbers that it is in, and a ring of
 * the words before. Packets in order need the head alone. A caller with very many windows can keep
 * heads and rings in its own memory and use the static methods.
 */
public final class ReplayWindow {

  /** Sequence numbers behind the highest that may still arrive; at least PROTOCOL's 1,024. */
  public static final int SIZE = 1_024;

  /**
   * The greatest jump beyond the highest number, 2^32; from 0 if none was accepted yet. What is
   * further ahead is no gap in a stream: it would shut out all that the Source sends.
   */
  public static final long MOST_AHEAD = 1L << 32;

  /** Words of a head. All 0: nothing was seen yet. */
  public static final int HEAD_WORDS = 2;

  private static final int WORD_SHIFT = 6;

  /** Words of a ring: with the head's they reach one word further than the window. */
  public static final int RING_WORDS = SIZE >>> WORD_SHIFT;

  private final long[] memory = new long[HEAD_WORDS + RING_WORDS];

  /** A window of a session that was known before: it takes nothing up to {@code highest}. */
  public static ReplayWindow startingAfter(long highest) {
    ReplayWindow window = new ReplayWindow();
    startAfter(window.memory, 0, HEAD_WORDS, highest);
    return window;
  }

  /** The highest sequence number accepted, unsigned; 0: none yet. */
  public long highest() {
    return memory[0];
  }

  /**
   * Notes a sequence number of a verified packet.
   *
   * @return false if it is 0, was seen before, is too far behind to know, or more than {@link
   *     #MOST_AHEAD} ahead
   */
  public boolean accept(long sequence) {
    return accept(memory, 0, HEAD_WORDS, sequence);
  }

  /** Makes a window one that takes nothing up to {@code highest}. */
  public static void startAfter(long[] memory, int head, int ring, long highest) {
    memory[head] = highest;
    memory[head + 1] = -1L >>> (63 - (highest & 63));
    Arrays.fill(memory, ring, ring + RING_WORDS, -1L);
  }

  /**
   * Notes a sequence number in the window whose head is at {@code memory[head]}, the highest number
   * first, and whose ring is at {@code memory[ring]}; see {@link #accept(long)}.
   */
  public static boolean accept(long[] memory, int head, int ring, long sequence) {
    long highest = memory[head];
    long words = (sequence >>> WORD_SHIFT) - (highest >>> WORD_SHIFT);
    if (Long.compareUnsigned(sequence, highest) > 0) {
      if (Long.compareUnsigned(sequence - highest, MOST_AHEAD) > 0) {
        return false;
      }
      if (words != 0) {
        advance(memory, head, ring, words);
      }
      memory[head] = sequence;
    } else if (sequence == 0 || Long.compareUnsigned(highest - sequence, SIZE) >= 0) {
      return false;
    }
    int word = words >= 0 ? head + 1 : ring + ringIndex(sequence >>> WORD_SHIFT);
    long seen = memory[word];
    memory[word] = seen | (1L << sequence);
    return (seen & (1L << sequence)) == 0;
  }

  /** Puts the head's word into the ring, and forgets the words that were jumped over. */
  private static void advance(long[] memory, int head, int ring, long words) {
    long old = memory[head] >>> WORD_SHIFT;
    memory[ring + ringIndex(old)] = memory[head + 1];
    memory[head + 1] = 0;
    for (long i = Math.min(words - 1, RING_WORDS); i > 0; i--) {
      memory[ring + ringIndex(old + i)] = 0;
    }
  }

  private static int ringIndex(long word) {
    return (int) word & (RING_WORDS - 1);
  }
}
