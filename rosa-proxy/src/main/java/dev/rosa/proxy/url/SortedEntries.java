package dev.rosa.proxy.url;

import java.util.Arrays;

/** Order of entries by their hashes, sorted in passes over 16 bits each. Owned by one thread. */
final class SortedEntries {
  private static final int BITS = 16;
  private static final int VALUES = 1 << BITS;

  private long[] keys;
  private int[] order;
  private long[] otherKeys;
  private int[] otherOrder;

  private SortedEntries(long[] hashes, int count) {
    keys = Arrays.copyOf(hashes, count);
    order = new int[count];
    Arrays.setAll(order, i -> i);
    otherKeys = new long[count];
    otherOrder = new int[count];
  }

  /** Sorts the first entries. */
  static SortedEntries sort(long[] hashes, int count) {
    SortedEntries sorted = new SortedEntries(hashes, count);
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      sorted.pass(shift);
    }
    sorted.otherKeys = null;
    sorted.otherOrder = null;
    return sorted;
  }

  private void pass(int shift) {
    int[] places = new int[VALUES + 1];
    for (long key : keys) {
      places[digit(key, shift) + 1]++;
    }
    for (int i = 0; i < VALUES; i++) {
      places[i + 1] += places[i];
    }
    for (int i = 0; i < keys.length; i++) {
      int place = places[digit(keys[i], shift)]++;
      otherKeys[place] = keys[i];
      otherOrder[place] = order[i];
    }
    long[] sortedKeys = otherKeys;
    otherKeys = keys;
    keys = sortedKeys;
    int[] sortedOrder = otherOrder;
    otherOrder = order;
    order = sortedOrder;
  }

  /** The highest digit is signed, as the comparison of hashes is. */
  private static int digit(long key, int shift) {
    int digit = (int) (key >>> shift) & VALUES - 1;
    return shift == Long.SIZE - BITS ? digit ^ VALUES >> 1 : digit;
  }

  /** Hashes, ascending. */
  long[] hashes() {
    return keys;
  }

  /** Values of the entries, in the order of their hashes. */
  int[] ordered(int[] values) {
    int[] sorted = new int[order.length];
    Arrays.setAll(sorted, i -> values[order[i]]);
    return sorted;
  }

  /** Values of the entries, in the order of their hashes. */
  short[] ordered(short[] values) {
    short[] sorted = new short[order.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = values[order[i]];
    }
    return sorted;
  }
}
