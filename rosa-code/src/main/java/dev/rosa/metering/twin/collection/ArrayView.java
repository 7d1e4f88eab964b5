package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.MergeSort;
import java.util.Comparator;

/** List over an array whose elements can be replaced: {@link java.util.Arrays#asList}. */
public final class ArrayView<E> extends MeteredList<E> {

  private final Object[] elements;

  public ArrayView(Object[] elements) {
    this.elements = elements.length == 0 ? new Object[0] : elements;
  }

  @Override
  public int size() {
    return elements.length;
  }

  @Override
  public E get(int index) {
    return cast(elements[index]);
  }

  @Override
  public E set(int index, E element) {
    E before = get(index);
    elements[index] = element;
    return before;
  }

  @Override
  public void sort(Comparator<? super E> order) {
    MergeSort.sort(elements, 0, elements.length, order);
  }
}
