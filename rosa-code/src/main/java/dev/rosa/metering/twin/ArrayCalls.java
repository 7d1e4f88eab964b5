package dev.rosa.metering.twin;

import java.util.Arrays;

/**
 * Twins of {@link Arrays}' methods that copy and compare arrays, and of {@link System#arraycopy}.
 * They pay by the bytes that they touch. Stateless.
 */
public final class ArrayCalls {

  private static final int CALL = 12;
  private static final int BYTES_PER_UNIT = 4;

  /** Units for an element that is an object, beside those of its method. */
  private static final int ELEMENT = 24;

  /** Units for a reference that is copied. */
  private static final int REFERENCE = 1;

  /**
   * The same into an array of another type: the JVM looks through the supertypes of each object.
   */
  private static final int CHECKED_REFERENCE = 64;

  private ArrayCalls() {}

  /** Pays for a pass over this many elements. */
  static void pay(int length, int elementBytes) {
    Toll.pay(CALL + (long) Math.max(0, length) * elementBytes / BYTES_PER_UNIT);
  }

  /** The JDK's own check overflows: from 2 to the smallest number it makes 2 GiB. */
  private static void requireRange(int from, int to) {
    if (from > to) {
      Throwables.pay();
      throw new IllegalArgumentException("a range ends before it begins");
    }
  }

  /** A length that the JVM refuses costs as much as thousands of elements; this one does not. */
  static void requireLength(int length) {
    if (length < 0) {
      Throwables.pay();
      throw new NegativeArraySizeException();
    }
  }

  /** Twin of {@link System#arraycopy}. */
  public static void arraycopy(Object source, int from, Object target, int at, int length) {
    int most = Math.max(0, length);
    if (source instanceof Object[] elements) {
      Toll.pay(CALL + (long) Math.min(most, elements.length) * units(elements, target));
    } else {
      pay(Math.min(most, length(source)), length(source) == 0 ? 0 : Long.BYTES);
    }
    System.arraycopy(source, from, target, at, length);
  }

  private static int units(Object[] elements, Object target) {
    boolean fits = target == null || target.getClass().isAssignableFrom(elements.getClass());
    return fits ? REFERENCE : CHECKED_REFERENCE;
  }

  /** Pays for one look at the supertypes of an object that is stored into an array of any type. */
  static void payForCheck() {
    Toll.pay(CHECKED_REFERENCE);
  }

  private static int length(Object array) {
    return array != null && array.getClass().isArray()
        ? java.lang.reflect.Array.getLength(array)
        : 0;
  }

  public static boolean[] copyOf(boolean[] array, int length) {
    requireLength(length);
    Toll.array(length, 1);
    pay(Math.min(array.length, length), 1);
    return Arrays.copyOf(array, length);
  }

  public static boolean[] copyOfRange(boolean[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 1);
    pay(Texts.within(to - from, array.length), 1);
    return Arrays.copyOfRange(array, from, to);
  }

  public static boolean equals(boolean[] one, boolean[] other) {
    pay(one == null || other == null ? 0 : Math.min(one.length, other.length), 1);
    return Arrays.equals(one, other);
  }

  public static int hashCode(boolean[] array) {
    Toll.pay(CALL + (array == null ? 0L : 3L * array.length));
    return Arrays.hashCode(array);
  }

  public static byte[] copyOf(byte[] array, int length) {
    requireLength(length);
    Toll.array(length, 1);
    pay(Math.min(array.length, length), 1);
    return Arrays.copyOf(array, length);
  }

  public static byte[] copyOfRange(byte[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 1);
    pay(Texts.within(to - from, array.length), 1);
    return Arrays.copyOfRange(array, from, to);
  }

  public static boolean equals(byte[] one, byte[] other) {
    pay(one == null || other == null ? 0 : Math.min(one.length, other.length), 1);
    return Arrays.equals(one, other);
  }

  public static int hashCode(byte[] array) {
    Toll.pay(CALL + (array == null ? 0L : 3L * array.length));
    return Arrays.hashCode(array);
  }

  public static char[] copyOf(char[] array, int length) {
    requireLength(length);
    Toll.array(length, 2);
    pay(Math.min(array.length, length), 2);
    return Arrays.copyOf(array, length);
  }

  public static char[] copyOfRange(char[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 2);
    pay(Texts.within(to - from, array.length), 2);
    return Arrays.copyOfRange(array, from, to);
  }

  public static boolean equals(char[] one, char[] other) {
    pay(one == null || other == null ? 0 : Math.min(one.length, other.length), 2);
    return Arrays.equals(one, other);
  }

  public static int hashCode(char[] array) {
    Toll.pay(CALL + (array == null ? 0L : 3L * array.length));
    return Arrays.hashCode(array);
  }

  public static double[] copyOf(double[] array, int length) {
    requireLength(length);
    Toll.array(length, 8);
    pay(Math.min(array.length, length), 8);
    return Arrays.copyOf(array, length);
  }

  public static double[] copyOfRange(double[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 8);
    pay(Texts.within(to - from, array.length), 8);
    return Arrays.copyOfRange(array, from, to);
  }

  public static boolean equals(double[] one, double[] other) {
    pay(one == null || other == null ? 0 : Math.min(one.length, other.length), 8);
    return Arrays.equals(one, other);
  }

  public static int hashCode(double[] array) {
    Toll.pay(CALL + (array == null ? 0L : 5L * array.length));
    return Arrays.hashCode(array);
  }

  public static float[] copyOf(float[] array, int length) {
    requireLength(length);
    Toll.array(length, 4);
    pay(Math.min(array.length, length), 4);
    return Arrays.copyOf(array, length);
  }

  public static float[] copyOfRange(float[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 4);
    pay(Texts.within(to - from, array.length), 4);
    return Arrays.copyOfRange(array, from, to);
  }

  /** Behind two NaNs with different bits, Java compares one by one. */
  public static boolean equals(float[] one, float[] other) {
    pay(one == null || other == null ? 0 : Math.min(one.length, other.length), 8);
    return Arrays.equals(one, other);
  }

  public static int hashCode(float[] array) {
    Toll.pay(CALL + (array == null ? 0L : 5L * array.length));
    return Arrays.hashCode(array);
  }

  public static int[] copyOf(int[] array, int length) {
    requireLength(length);
    Toll.array(length, 4);
    pay(Math.min(array.length, length), 4);
    return Arrays.copyOf(array, length);
  }

  public static int[] copyOfRange(int[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 4);
    pay(Texts.within(to - from, array.length), 4);
    return Arrays.copyOfRange(array, from, to);
  }

  public static boolean equals(int[] one, int[] other) {
    pay(one == null || other == null ? 0 : Math.min(one.length, other.length), 4);
    return Arrays.equals(one, other);
  }

  public static int hashCode(int[] array) {
    Toll.pay(CALL + (array == null ? 0L : 3L * array.length));
    return Arrays.hashCode(array);
  }

  public static long[] copyOf(long[] array, int length) {
    requireLength(length);
    Toll.array(length, 8);
    pay(Math.min(array.length, length), 8);
    return Arrays.copyOf(array, length);
  }

  public static long[] copyOfRange(long[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 8);
    pay(Texts.within(to - from, array.length), 8);
    return Arrays.copyOfRange(array, from, to);
  }

  public static boolean equals(long[] one, long[] other) {
    pay(one == null || other == null ? 0 : Math.min(one.length, other.length), 8);
    return Arrays.equals(one, other);
  }

  public static int hashCode(long[] array) {
    Toll.pay(CALL + (array == null ? 0L : 3L * array.length));
    return Arrays.hashCode(array);
  }

  public static short[] copyOf(short[] array, int length) {
    requireLength(length);
    Toll.array(length, 2);
    pay(Math.min(array.length, length), 2);
    return Arrays.copyOf(array, length);
  }

  public static short[] copyOfRange(short[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 2);
    pay(Texts.within(to - from, array.length), 2);
    return Arrays.copyOfRange(array, from, to);
  }

  public static boolean equals(short[] one, short[] other) {
    pay(one == null || other == null ? 0 : Math.min(one.length, other.length), 2);
    return Arrays.equals(one, other);
  }

  public static int hashCode(short[] array) {
    Toll.pay(CALL + (array == null ? 0L : 3L * array.length));
    return Arrays.hashCode(array);
  }

  public static Object[] copyOf(Object[] array, int length) {
    requireLength(length);
    Toll.array(length, 8);
    pay(Math.min(array.length, length), 8);
    return Arrays.copyOf(array, length);
  }

  public static Object[] copyOfRange(Object[] array, int from, int to) {
    requireRange(from, to);
    Toll.array((long) to - from, 8);
    pay(Texts.within(to - from, array.length), 8);
    return Arrays.copyOfRange(array, from, to);
  }

  public static boolean equals(Object[] one, Object[] other) {
    Toll.pay(CALL);
    if (one == null || other == null || one.length != other.length) {
      return one == other;
    }
    for (int i = 0; i < one.length; i++) {
      Toll.pay(ELEMENT);
      if (!Values.equals(one[i], other[i])) {
        return false;
      }
    }
    return true;
  }

  public static int hashCode(Object[] array) {
    Toll.pay(CALL);
    if (array == null) {
      return 0;
    }
    int hash = 1;
    for (Object element : array) {
      Toll.pay(ELEMENT);
      hash = 31 * hash + Values.hashCode(element);
    }
    return hash;
  }

  public static int mismatch(byte[] one, byte[] other) {
    pay(Math.min(one.length, other.length), 1);
    return Arrays.mismatch(one, other);
  }
}
