package dev.rosa.metering.twin;

import java.util.BitSet;

/**
 * Shadow of {@link BitSet}. It pays by the words that an operation may touch, and for room when it
 * has to grow. Owned by the code that made it.
 */
public final class Bits implements Metered {

  private static final int CALL = 32;

  private static final int UNITS_PER_WORD = 2;

  /** This object, the JDK's, and the header of its words. */
  private static final int OBJECT_BYTES = 64;

  private final BitSet bits;

  /** Bits that are paid for. */
  private long room;

  public Bits() {
    this(Long.SIZE);
  }

  /** Bits with room for this many. */
  public Bits(int capacity) {
    Toll.allocate(OBJECT_BYTES);
    grow(capacity);
    bits = new BitSet(capacity);
  }

  /** The JDK leaves out zeros at the end, so that they are not room. */
  private Bits(BitSet bits) {
    this.bits = bits;
    this.room = bits.length();
  }

  public static Bits valueOf(long[] words) {
    Toll.pay(CALL + words.length);
    Toll.array(2L * words.length, Long.BYTES);
    return new Bits(BitSet.valueOf(words));
  }

  public static Bits valueOf(byte[] bytes) {
    Toll.pay(CALL + 3L * bytes.length);
    Toll.array(4L * bytes.length, Byte.BYTES);
    return new Bits(BitSet.valueOf(bytes));
  }

  /** Pays for room up to this bit, and before that for what the JDK adds and copies. */
  private void grow(long end) {
    if (end > room) {
      long larger = Math.max(end, 2 * room);
      Toll.array(larger / Long.SIZE + 1, Long.BYTES);
      room = larger;
    }
  }

  /** Pays for all words: the JDK looks for the last one that is not zero when a bit is cleared. */
  private void pay() {
    Toll.pay(CALL + (long) UNITS_PER_WORD * (bits.length() / Long.SIZE));
  }

  private void payBoth(Bits other) {
    pay();
    other.pay();
  }

  public void set(int bit) {
    grow(bit + 1L);
    bits.set(bit);
  }

  public void set(int bit, boolean value) {
    pay();
    grow(bit + 1L);
    bits.set(bit, value);
  }

  public void set(int from, int to) {
    payRange(from, to);
    bits.set(from, to);
  }

  public void set(int from, int to, boolean value) {
    payRange(from, to);
    bits.set(from, to, value);
  }

  /** The JDK looks for the highest bit that is left. */
  public void flip(int bit) {
    pay();
    grow(bit + 1L);
    bits.flip(bit);
  }

  public void flip(int from, int to) {
    payRange(from, to);
    bits.flip(from, to);
  }

  /** The range, and all words: the JDK looks for the highest bit that is left afterwards. */
  private void payRange(int from, int to) {
    pay();
    if (from >= 0 && to > from) {
      Toll.pay(CALL + (to - from) / Long.SIZE);
      grow(to);
    }
  }

  public void clear() {
    pay();
    bits.clear();
  }

  public void clear(int bit) {
    pay();
    bits.clear(bit);
  }

  public void clear(int from, int to) {
    pay();
    bits.clear(from, to);
  }

  public boolean get(int bit) {
    return bits.get(bit);
  }

  public int nextSetBit(int from) {
    payFrom(from);
    return bits.nextSetBit(from);
  }

  public int nextClearBit(int from) {
    payFrom(from);
    return bits.nextClearBit(from);
  }

  private void payFrom(int from) {
    Toll.pay(CALL + (bits.length() - Texts.within(from, bits.length())) / Long.SIZE);
  }

  public int previousSetBit(int from) {
    pay();
    return bits.previousSetBit(from);
  }

  public int previousClearBit(int from) {
    pay();
    return bits.previousClearBit(from);
  }

  public void and(Bits other) {
    payBoth(other);
    bits.and(other.bits);
  }

  public void andNot(Bits other) {
    payBoth(other);
    pay();
    bits.andNot(other.bits);
  }

  public void or(Bits other) {
    payBoth(other);
    grow(other.bits.length());
    bits.or(other.bits);
  }

  public void xor(Bits other) {
    payBoth(other);
    grow(other.bits.length());
    bits.xor(other.bits);
  }

  public boolean intersects(Bits other) {
    payBoth(other);
    return bits.intersects(other.bits);
  }

  public int cardinality() {
    pay();
    return bits.cardinality();
  }

  public boolean isEmpty() {
    return bits.isEmpty();
  }

  public int length() {
    return bits.length();
  }

  public long[] toLongArray() {
    Toll.array(bits.length() / Long.SIZE + 1, Long.BYTES);
    return bits.toLongArray();
  }

  public byte[] toByteArray() {
    Toll.pay(CALL + bits.length() / Byte.SIZE);
    Toll.array(bits.length() / Byte.SIZE + 1, Byte.BYTES);
    return bits.toByteArray();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Bits second)) {
      return false;
    }
    payBoth(second);
    return bits.equals(second.bits);
  }

  @Override
  public int hashCode() {
    pay();
    return bits.hashCode();
  }

  @Override
  public String toString() {
    pay();
    TextBuilder text = new TextBuilder().append('{');
    String between = "";
    for (int bit = bits.nextSetBit(0); bit >= 0; bit = bits.nextSetBit(bit + 1)) {
      Toll.pay(CALL);
      text.append(between).append(bit);
      between = ", ";
      if (bit == Integer.MAX_VALUE) {
        break;
      }
    }
    return text.append('}').toString();
  }
}
