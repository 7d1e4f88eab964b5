package dev.rosa.metering;

import java.lang.reflect.Array;

/**
 * Sizes of objects as they are charged: the same on every JVM, and no less than what a JVM takes.
 * Stateless.
 */
public final class Sizes {

  /** Header of an object, or of an array with its length. */
  public static final int HEADER = 16;

  /** A reference. */
  public static final int REFERENCE = 8;

  private static final int ALIGNMENT = 8;

  private Sizes() {}

  /** Bytes of an array, at most {@link Long#MAX_VALUE} / 2. */
  public static long array(int length, int elementBytes) {
    return align(HEADER + (long) length * elementBytes);
  }

  /** Bytes of an existing array; 0 for null. */
  public static long ofArray(Object array) {
    if (array == null) {
      return 0;
    }
    Class<?> element = array.getClass().getComponentType();
    return array(Array.getLength(array), bytes(element));
  }

  private static int bytes(Class<?> element) {
    if (element == long.class || element == double.class) {
      return Long.BYTES;
    } else if (element == int.class || element == float.class) {
      return Integer.BYTES;
    } else if (element == short.class || element == char.class) {
      return Short.BYTES;
    }
    return element.isPrimitive() ? 1 : REFERENCE;
  }

  /** Bytes that the JVM rounds an object's up to. */
  public static long align(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /**
   * Bytes of one level of an array of arrays, and of all levels below it.
   *
   * @param inner bytes of one element of this level, with what is below it
   * @param length perhaps negative: then the JVM makes none
   */
  public static long level(long inner, int length, int elementBytes) {
    long elements = Math.max(0, length);
    long most = (Long.MAX_VALUE / 4) / Math.max(1, elements);
    return align(HEADER + elements * Math.min(most, inner + elementBytes));
  }

  /**
   * Arrays of one level of an array of arrays, and of all levels below it.
   *
   * @param inner arrays of one element of this level; 0 for the lowest
   * @param length perhaps negative: then the JVM makes none
   */
  public static long arrays(long inner, int length) {
    long elements = Math.max(0, length);
    long most = (Long.MAX_VALUE / 128) / Math.max(1, elements);
    return 1 + elements * Math.min(most, inner);
  }
}
