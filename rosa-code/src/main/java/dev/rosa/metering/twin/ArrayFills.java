package dev.rosa.metering.twin;

import java.util.Arrays;

/**
 * Twins of {@link Arrays}' methods that fill arrays. They pay by the bytes that they touch.
 * Stateless.
 */
public final class ArrayFills {

  private static final int FILLED_ONE_BY_ONE = 64;

  /** A fill takes so many times as long as a copy, where memory is slow. */
  private static final int TIMES = 4;

  /** Elements, so that what is copied stays in the processor's nearest cache. */
  private static final int COPIED_AT_ONCE = 1_024;

  private ArrayFills() {}

  /**
   * End of the part of a range that is filled one by one: all of it if it is short, or refused. The
   * rest is copied, which is as fast before a compiler has seen this code as after it.
   */
  private static int firstPart(int length, int from, int to) {
    boolean inside = from >= 0 && from <= to && to <= length;
    return inside ? from + Math.min(to - from, FILLED_ONE_BY_ONE) : to;
  }

  /** Copies the first part of a range over the rest of it. */
  private static void spread(Object array, int from, int to) {
    int all = to - from;
    int done = FILLED_ONE_BY_ONE;
    while (done < all) {
      int next = Math.min(all - done, Math.min(done, COPIED_AT_ONCE));
      System.arraycopy(array, from, array, from + done, next);
      done += next;
    }
  }

  /** The JVM fills these one by one. */
  public static void fill(boolean[] array, int from, int to, boolean value) {
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 2);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(boolean[] array, boolean value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(byte[] array, int from, int to, byte value) {
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 1);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(byte[] array, byte value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(char[] array, int from, int to, char value) {
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 2);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(char[] array, char value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(double[] array, int from, int to, double value) {
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 8);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(double[] array, double value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(float[] array, int from, int to, float value) {
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 4);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(float[] array, float value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(int[] array, int from, int to, int value) {
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 4);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(int[] array, int value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(long[] array, int from, int to, long value) {
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 8);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(long[] array, long value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(short[] array, int from, int to, short value) {
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 2);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(short[] array, short value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(Object[] array, int from, int to, Object value) {
    ArrayCalls.payForCheck();
    ArrayCalls.pay(Texts.within(to - from, array.length), TIMES * 8);
    Arrays.fill(array, from, firstPart(array.length, from, to), value);
    spread(array, from, to);
  }

  public static void fill(Object[] array, Object value) {
    fill(array, 0, array.length, value);
  }
}
