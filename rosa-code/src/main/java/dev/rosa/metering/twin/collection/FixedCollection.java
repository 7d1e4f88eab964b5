package dev.rosa.metering.twin.collection;

import java.util.Collection;
import java.util.Iterator;

/** Collection that cannot be changed: the elements of another, seen through it. */
class FixedCollection<E> extends MeteredCollection<E> {

  private final Collection<? extends E> elements;

  /**
   * A view.
   *
   * @param elements not such a view itself
   */
  FixedCollection(Collection<? extends E> elements) {
    this.elements = elements;
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public boolean contains(Object wanted) {
    return elements.contains(wanted);
  }

  @Override
  public Iterator<E> iterator() {
    Iterator<? extends E> each = elements.iterator();
    return new Walk<>() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public E next() {
        return each.next();
      }
    };
  }

  @Override
  public boolean remove(Object unwanted) {
    throw unmodifiable();
  }
}
