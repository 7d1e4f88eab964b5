package dev.rosa.metering.twin;

/** Twins of {@link java.util.Arrays}' texts of arrays. Stateless. */
public final class ArrayTexts {

  private static final int STEP = 48;

  private ArrayTexts() {}

  public static String toString(boolean[] array) {
    if (array == null) {
      return "null";
    }
    TextBuilder text = new TextBuilder().append('[');
    for (int i = 0; i < array.length; i++) {
      Toll.pay(STEP);
      text.append(i == 0 ? "" : ", ").append(array[i]);
    }
    return text.append(']').toString();
  }

  public static String toString(byte[] array) {
    if (array == null) {
      return "null";
    }
    TextBuilder text = new TextBuilder().append('[');
    for (int i = 0; i < array.length; i++) {
      Toll.pay(STEP);
      text.append(i == 0 ? "" : ", ").append(array[i]);
    }
    return text.append(']').toString();
  }

  public static String toString(char[] array) {
    if (array == null) {
      return "null";
    }
    TextBuilder text = new TextBuilder().append('[');
    for (int i = 0; i < array.length; i++) {
      Toll.pay(STEP);
      text.append(i == 0 ? "" : ", ").append(array[i]);
    }
    return text.append(']').toString();
  }

  public static String toString(int[] array) {
    if (array == null) {
      return "null";
    }
    TextBuilder text = new TextBuilder().append('[');
    for (int i = 0; i < array.length; i++) {
      Toll.pay(STEP);
      text.append(i == 0 ? "" : ", ").append(array[i]);
    }
    return text.append(']').toString();
  }

  public static String toString(long[] array) {
    if (array == null) {
      return "null";
    }
    TextBuilder text = new TextBuilder().append('[');
    for (int i = 0; i < array.length; i++) {
      Toll.pay(STEP);
      text.append(i == 0 ? "" : ", ").append(array[i]);
    }
    return text.append(']').toString();
  }

  public static String toString(short[] array) {
    if (array == null) {
      return "null";
    }
    TextBuilder text = new TextBuilder().append('[');
    for (int i = 0; i < array.length; i++) {
      Toll.pay(STEP);
      text.append(i == 0 ? "" : ", ").append(array[i]);
    }
    return text.append(']').toString();
  }

  public static String toString(Object[] array) {
    if (array == null) {
      return "null";
    }
    TextBuilder text = new TextBuilder().append('[');
    for (int i = 0; i < array.length; i++) {
      Toll.pay(STEP);
      text.append(i == 0 ? "" : ", ").append(array[i]);
    }
    return text.append(']').toString();
  }
}
