package dev.rosa.metering.twin;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Twins of {@link Arrays}' methods that sort, and that search what is sorted. Numbers are sorted by
 * the JDK in n log n steps, which are paid before; objects by {@link MergeSort}. Stateless.
 */
public final class ArraySorts {

  private static final int CALL = 20;
  private static final int UNITS_PER_STEP = 12;

  /**
   * A step of a search depends on the one before, and half of them go another way than foretold.
   */
  private static final int UNITS_PER_HALVING = 8;

  private ArraySorts() {}

  /** Pays for sorting, and for the room that the JDK takes for it. */
  private static void pay(int length, int elementBytes) {
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(length);
    Toll.pay(CALL + (long) UNITS_PER_STEP * length * levels);
    Toll.array(length, elementBytes);
  }

  private static void payForSearch(int length) {
    int halvings = Integer.SIZE - Integer.numberOfLeadingZeros(length);
    Toll.pay(CALL + UNITS_PER_HALVING * halvings);
  }

  public static void sort(Object[] array) {
    MergeSort.sort(array, 0, array.length, null);
  }

  public static void sort(Object[] array, Comparator<?> order) {
    MergeSort.sort(array, 0, array.length, order);
  }

  public static void sort(Object[] array, int from, int to) {
    sort(array, from, to, null);
  }

  public static void sort(Object[] array, int from, int to, Comparator<?> order) {
    if (from > to) {
      throw new IllegalArgumentException("a range ends before it begins");
    }
    if (from < 0 || to > array.length) {
      throw new ArrayIndexOutOfBoundsException("a range is not within its array");
    }
    MergeSort.sort(array, from, to, order);
  }

  public static int binarySearch(Object[] array, Object key) {
    return binarySearch(array, key, null);
  }

  public static int binarySearch(Object[] array, Object key, Comparator<?> order) {
    Toll.pay(CALL);
    int low = 0;
    int high = array.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int result = Orders.compare(order, array[middle], key);
      if (result == 0) {
        return middle;
      }
      low = result < 0 ? middle + 1 : low;
      high = result > 0 ? middle - 1 : high;
    }
    return -(low + 1);
  }

  public static void sort(byte[] array) {
    pay(array.length, 1);
    Arrays.sort(array);
  }

  public static void sort(byte[] array, int from, int to) {
    pay(Texts.within(to - from, array.length), 1);
    Arrays.sort(array, from, to);
  }

  public static int binarySearch(byte[] array, byte key) {
    payForSearch(array.length);
    return Arrays.binarySearch(array, key);
  }

  public static void sort(char[] array) {
    pay(array.length, 2);
    Arrays.sort(array);
  }

  public static void sort(char[] array, int from, int to) {
    pay(Texts.within(to - from, array.length), 2);
    Arrays.sort(array, from, to);
  }

  public static int binarySearch(char[] array, char key) {
    payForSearch(array.length);
    return Arrays.binarySearch(array, key);
  }

  public static void sort(double[] array) {
    pay(array.length, 8);
    Arrays.sort(array);
  }

  public static void sort(double[] array, int from, int to) {
    pay(Texts.within(to - from, array.length), 8);
    Arrays.sort(array, from, to);
  }

  public static int binarySearch(double[] array, double key) {
    payForSearch(array.length);
    return Arrays.binarySearch(array, key);
  }

  public static void sort(float[] array) {
    pay(array.length, 4);
    Arrays.sort(array);
  }

  public static void sort(float[] array, int from, int to) {
    pay(Texts.within(to - from, array.length), 4);
    Arrays.sort(array, from, to);
  }

  public static int binarySearch(float[] array, float key) {
    payForSearch(array.length);
    return Arrays.binarySearch(array, key);
  }

  public static void sort(int[] array) {
    pay(array.length, 4);
    Arrays.sort(array);
  }

  public static void sort(int[] array, int from, int to) {
    pay(Texts.within(to - from, array.length), 4);
    Arrays.sort(array, from, to);
  }

  public static int binarySearch(int[] array, int key) {
    payForSearch(array.length);
    return Arrays.binarySearch(array, key);
  }

  public static void sort(long[] array) {
    pay(array.length, 8);
    Arrays.sort(array);
  }

  public static void sort(long[] array, int from, int to) {
    pay(Texts.within(to - from, array.length), 8);
    Arrays.sort(array, from, to);
  }

  public static int binarySearch(long[] array, long key) {
    payForSearch(array.length);
    return Arrays.binarySearch(array, key);
  }

  public static void sort(short[] array) {
    pay(array.length, 2);
    Arrays.sort(array);
  }

  public static void sort(short[] array, int from, int to) {
    pay(Texts.within(to - from, array.length), 2);
    Arrays.sort(array, from, to);
  }

  public static int binarySearch(short[] array, short key) {
    payForSearch(array.length);
    return Arrays.binarySearch(array, key);
  }
}
