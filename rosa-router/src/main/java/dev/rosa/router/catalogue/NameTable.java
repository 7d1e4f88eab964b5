package dev.rosa.router.catalogue;

import java.security.SecureRandom;

/**
 * Hash table of values by 16-byte name (Ci or U), which a router reads for packets. Filled by one
 * thread, then read by any; reading allocates nothing. Places in the table depend on numbers drawn
 * at random: names that an attacker has chosen are no slower to find than others.
 */
final class NameTable<T> {

  private static final int FIRST_PLACES = 16;

  /** Odd numbers with bits that look random (SplitMix64). */
  private static final long FACTOR = 0xbf58476d1ce4e5b9L;

  private static final long OTHER_FACTOR = 0x94d049bb133111ebL;

  private final long highKey;
  private final long lowKey;
  private long[] highs = new long[FIRST_PLACES];
  private long[] lows = new long[FIRST_PLACES];
  private Object[] values = new Object[FIRST_PLACES];
  private int size;

  NameTable() {
    SecureRandom random = new SecureRandom();
    highKey = random.nextLong();
    lowKey = random.nextLong();
  }

  /** Adds a value, in the place of one with that name. */
  void put(long high, long low, T value) {
    if (2 * (size + 1) > values.length) {
      grow();
    }
    int place = place(high, low);
    if (values[place] == null) {
      size++;
    }
    set(place, high, low, value);
  }

  private void set(int place, long high, long low, Object value) {
    highs[place] = high;
    lows[place] = low;
    values[place] = value;
  }

  private void grow() {
    long[] oldHighs = highs;
    long[] oldLows = lows;
    Object[] oldValues = values;
    highs = new long[2 * oldHighs.length];
    lows = new long[2 * oldHighs.length];
    values = new Object[2 * oldHighs.length];
    for (int i = 0; i < oldValues.length; i++) {
      if (oldValues[i] != null) {
        set(place(oldHighs[i], oldLows[i]), oldHighs[i], oldLows[i], oldValues[i]);
      }
    }
  }

  /** The place of a name, or the empty one where it would be. */
  private int place(long high, long low) {
    int mask = values.length - 1;
    int place = (int) mixed(mixed(high ^ highKey) + (low ^ lowKey)) & mask;
    while (values[place] != null && (highs[place] != high || lows[place] != low)) {
      place = place + 1 & mask;
    }
    return place;
  }

  private static long mixed(long bits) {
    long mixed = (bits ^ bits >>> 30) * FACTOR;
    mixed = (mixed ^ mixed >>> 27) * OTHER_FACTOR;
    return mixed ^ mixed >>> 31;
  }

  /** The value with this name, or null. */
  @SuppressWarnings("unchecked") // put takes only values of this type
  T find(long high, long low) {
    return (T) values[place(high, low)];
  }

  /** Number of names. */
  int size() {
    return size;
  }
}
