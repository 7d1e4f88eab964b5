package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Throwables;
import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.UnaryOperator;

/** List that reaches each element in constant time. Unmodifiable as far as an heir does not say. */
abstract class MeteredList<E> extends MeteredCollection<E> implements List<E>, RandomAccess {

  /** Number of changes of the list's length. */
  int changes;

  static void requireIndex(int index, int length) {
    if (index < 0 || index >= length) {
      Throwables.pay();
      throw new IndexOutOfBoundsException();
    }
  }

  @Override
  public E set(int index, E element) {
    throw unmodifiable();
  }

  @Override
  public void add(int index, E element) {
    throw unmodifiable();
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> more) {
    throw unmodifiable();
  }

  @Override
  public E remove(int index) {
    throw unmodifiable();
  }

  @Override
  public boolean remove(Object unwanted) {
    int index = indexOf(unwanted);
    if (index < 0) {
      return false;
    }
    remove(index);
    return true;
  }

  @Override
  public void sort(Comparator<? super E> order) {
    throw unmodifiable();
  }

  @Override
  public void replaceAll(UnaryOperator<E> change) {
    Objects.requireNonNull(change);
    int expected = changes;
    for (int i = 0; i < size(); i++) {
      Toll.pay(STEP);
      set(i, change.apply(get(i)));
      Walk.requireSame(expected, changes);
    }
  }

  @Override
  public boolean contains(Object wanted) {
    return indexOf(wanted) >= 0;
  }

  @Override
  public int indexOf(Object wanted) {
    for (int i = 0; i < size(); i++) {
      Toll.pay(STEP);
      if (Values.equals(wanted, get(i))) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public int lastIndexOf(Object wanted) {
    for (int i = size() - 1; i >= 0; i--) {
      Toll.pay(STEP);
      if (i < size() && Values.equals(wanted, get(i))) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public Iterator<E> iterator() {
    return new Cursor();
  }

  /** Iterator over the list as it is. */
  private final class Cursor extends Walk<E> {
    private int expected = changes;
    private int next;
    private int last = -1;

    @Override
    public boolean hasNext() {
      return next != size();
    }

    @Override
    public E next() {
      requireSame(expected, changes);
      if (next >= size()) {
        throw noMore();
      }
      last = next++;
      return get(last);
    }

    @Override
    public void remove() {
      if (last < 0) {
        throw new IllegalStateException("there is no element to remove");
      }
      requireSame(expected, changes);
      MeteredList.this.remove(last);
      next = last;
      last = -1;
      expected = changes;
    }
  }

  @Override
  public ListIterator<E> listIterator() {
    throw notForCode();
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    throw notForCode();
  }

  @Override
  public List<E> subList(int from, int to) {
    throw notForCode();
  }

  @Override
  public Spliterator<E> spliterator() {
    return Spliterators.spliterator(this, Spliterator.ORDERED);
  }

  private static UnsupportedOperationException notForCode() {
    return new UnsupportedOperationException("not for active code");
  }

  @Override
  public boolean equals(Object other) {
    if (other == this || !(other instanceof List<?> list)) {
      return other == this;
    }
    if (list.size() != size()) {
      return false;
    }
    for (int i = 0; i < size() && i < list.size(); i++) {
      Toll.pay(STEP);
      if (!Values.equals(get(i), list.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < size(); i++) {
      Toll.pay(STEP);
      hash = 31 * hash + Values.hashCode(get(i));
    }
    return hash;
  }
}
