package dev.rosa.router.catalogue;

import java.util.Random;

/**
 * Set of session numbers in one array with open addressing: 17 MB for a million. Filled by one
 * thread, then read by any; reading allocates nothing.
 */
final class SessionNumbers {

  /** An empty slot; the number 0 has no slot. */
  private static final long EMPTY = 0;

  private static final int LEAST_SLOTS = 16;

  private final long[] slots;
  private final int mask;
  private final long seed;
  private boolean hasZero;
  private int size;

  /**
   * A set for at most {@code capacity} numbers, at most half full.
   *
   * @param random makes slots unpredictable: packets choose what is looked for
   */
  SessionNumbers(int capacity, Random random) {
    slots = new long[Integer.highestOneBit(Math.max(LEAST_SLOTS, capacity) * 2 - 1) << 1];
    mask = slots.length - 1;
    seed = random.nextLong();
  }

  void add(long session) {
    if (session == EMPTY) {
      size += hasZero ? 0 : 1;
      hasZero = true;
      return;
    }
    int slot = slotOf(session);
    if (slots[slot] == EMPTY) {
      slots[slot] = session;
      size++;
    }
  }

  boolean contains(long session) {
    return session == EMPTY ? hasZero : slots[slotOf(session)] == session;
  }

  /** The slot that has a number, or the empty one where it belongs. */
  private int slotOf(long session) {
    int slot = hash(session) & mask;
    while (slots[slot] != session && slots[slot] != EMPTY) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private int hash(long session) {
    long z = session ^ seed;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return (int) (z ^ (z >>> 31));
  }

  /** Number of sessions. */
  int size() {
    return size;
  }
}
