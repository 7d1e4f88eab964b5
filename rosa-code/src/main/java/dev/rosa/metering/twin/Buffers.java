package dev.rosa.metering.twin;

import java.nio.ByteBuffer;

/** Twins of {@link ByteBuffer}'s methods that copy or compare bytes. Stateless. */
public final class Buffers {

  private static final int CALL = 96;
  private static final int NUMBER = 12;
  private static final int BYTES_PER_UNIT = 4;
  private static final int OBJECT_BYTES = 64;

  private Buffers() {}

  public static ByteBuffer allocate(int capacity) {
    Toll.allocate(OBJECT_BYTES);
    Toll.array(capacity, Byte.BYTES);
    return ByteBuffer.allocate(capacity);
  }

  public static ByteBuffer get(ByteBuffer from, byte[] target) {
    return get(from, target, 0, target.length);
  }

  public static ByteBuffer get(ByteBuffer from, byte[] target, int offset, int length) {
    Toll.pay(CALL + Texts.within(length, target.length) / BYTES_PER_UNIT);
    return from.get(target, offset, length);
  }

  /** What is not a number has the same bits everywhere, which the JDK leaves open. */
  public static ByteBuffer putDouble(ByteBuffer to, double value) {
    Toll.pay(NUMBER);
    return to.putLong(Double.doubleToLongBits(value));
  }

  public static ByteBuffer putDouble(ByteBuffer to, int index, double value) {
    Toll.pay(NUMBER);
    return to.putLong(index, Double.doubleToLongBits(value));
  }

  public static ByteBuffer putFloat(ByteBuffer to, float value) {
    Toll.pay(NUMBER);
    return to.putInt(Float.floatToIntBits(value));
  }

  public static ByteBuffer putFloat(ByteBuffer to, int index, float value) {
    Toll.pay(NUMBER);
    return to.putInt(index, Float.floatToIntBits(value));
  }

  public static ByteBuffer put(ByteBuffer to, byte[] source) {
    return put(to, source, 0, source.length);
  }

  public static ByteBuffer put(ByteBuffer to, byte[] source, int offset, int length) {
    Toll.pay(CALL + Texts.within(length, source.length) / BYTES_PER_UNIT);
    return to.put(source, offset, length);
  }

  public static ByteBuffer put(ByteBuffer to, ByteBuffer source) {
    Toll.pay(CALL + source.remaining() / BYTES_PER_UNIT);
    return to.put(source);
  }

  public static ByteBuffer compact(ByteBuffer buffer) {
    Toll.pay(CALL + buffer.remaining() / BYTES_PER_UNIT);
    return buffer.compact();
  }

  public static boolean equals(ByteBuffer buffer, Object other) {
    if (!(other instanceof ByteBuffer second)) {
      Toll.pay(2);
      return false;
    }
    payComparison(buffer, second);
    return buffer.equals(second);
  }

  public static int compareTo(ByteBuffer buffer, ByteBuffer other) {
    payComparison(buffer, other);
    return buffer.compareTo(other);
  }

  public static int mismatch(ByteBuffer buffer, ByteBuffer other) {
    payComparison(buffer, other);
    return buffer.mismatch(other);
  }

  private static void payComparison(ByteBuffer one, ByteBuffer other) {
    Toll.pay(CALL + Math.min(one.remaining(), other.remaining()) / BYTES_PER_UNIT);
  }

  /** The JDK's documentation leaves the number open: this is the one of JDK 17. */
  public static int hashCode(ByteBuffer buffer) {
    Toll.pay(CALL + 5L * buffer.remaining());
    int hash = 1;
    for (int i = buffer.limit() - 1; i >= buffer.position(); i--) {
      hash = 31 * hash + buffer.get(i);
    }
    return hash;
  }
}
