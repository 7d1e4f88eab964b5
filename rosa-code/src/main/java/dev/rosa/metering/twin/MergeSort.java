package dev.rosa.metering.twin;

import java.util.Comparator;

/**
 * Stable merge sort. It calls the comparator as often and in the same order on every JDK. It pays a
 * unit for each element that it moves, and for each comparison. Stateless.
 */
public final class MergeSort {

  private static final int CALL = 12;

  private MergeSort() {}

  /** Sorts the elements from {@code from} to before {@code to}; by nature if the order is null. */
  public static void sort(Object[] elements, int from, int to, Comparator<?> order) {
    int count = to - from;
    Toll.pay(CALL);
    if (count < 2) {
      return;
    }
    Toll.references(count);
    Object[] source = new Object[count];
    Object[] target = new Object[count];
    Toll.references(count);
    System.arraycopy(elements, from, source, 0, count);
    for (int width = 1; width > 0 && width < count; width *= 2) {
      Toll.pay(2L * count);
      for (int start = 0; start < count; start += 2 * width) {
        merge(source, target, start, width, order);
      }
      Object[] sorted = target;
      target = source;
      source = sorted;
    }
    System.arraycopy(source, 0, elements, from, count);
  }

  /** Merges two runs of {@code width} elements, the second of which may be short or missing. */
  private static void merge(
      Object[] source, Object[] target, int start, int width, Comparator<?> order) {
    int middle = Math.min(start + width, source.length);
    int end = Math.min(middle + width, source.length);
    int left = start;
    int right = middle;
    for (int at = start; at < end; at++) {
      boolean takesRight =
          right < end && (left >= middle || Orders.compare(order, source[left], source[right]) > 0);
      target[at] = takesRight ? source[right++] : source[left++];
    }
  }
}
