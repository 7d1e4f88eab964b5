package dev.rosa.metering.twin.collection;

import java.util.List;
import java.util.function.UnaryOperator;

/** List that cannot be changed: the elements of a list, seen through it. */
final class FixedList<E> extends MeteredList<E> {

  private final List<? extends E> elements;

  /**
   * A view.
   *
   * @param elements not such a view itself
   */
  FixedList(List<? extends E> elements) {
    this.elements = elements;
  }

  /** A view of this list, or the list itself if it is one. */
  @SuppressWarnings("unchecked")
  static <E> List<E> of(List<? extends E> list) {
    return list instanceof FixedList ? (List<E>) list : new FixedList<>(list);
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public E get(int index) {
    return elements.get(index);
  }

  @Override
  public boolean remove(Object unwanted) {
    throw unmodifiable();
  }

  @Override
  public void replaceAll(UnaryOperator<E> change) {
    throw unmodifiable();
  }
}
