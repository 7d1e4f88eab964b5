package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.MergeSort;
import dev.rosa.metering.twin.Toll;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.Predicate;

/** Shadow of {@link java.util.ArrayList}. */
public final class ArrayTable<E> extends MeteredList<E> {

  private static final int FIRST_ROOM = 10;
  private static final int MOVED_PER_UNIT = 4;

  /** An empty list: others have room for something, which is charged for more than it takes. */
  private static final int EMPTY_BYTES = 24;

  /** Adding a collection makes an array of it first. */
  private static final int ADDED_TOGETHER = 64;

  private static final Object[] NONE = {};

  private Object[] elements = NONE;
  private int size;

  public ArrayTable() {
    Toll.allocate(EMPTY_BYTES);
  }

  /** An empty list with room for this many. */
  public ArrayTable(int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("a negative capacity");
    }
    room(capacity);
  }

  public ArrayTable(Collection<? extends E> content) {
    elements = content.toArray();
    size = elements.length;
  }

  private void room(int capacity) {
    Toll.references(capacity);
    elements = Arrays.copyOf(elements, capacity);
  }

  public void ensureCapacity(int capacity) {
    if (capacity > elements.length) {
      room(Math.max(capacity, larger()));
    }
  }

  public void trimToSize() {
    if (size < elements.length) {
      room(size);
    }
  }

  private int larger() {
    return (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(FIRST_ROOM, elements.length * 3L / 2));
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public E get(int index) {
    requireIndex(index, size);
    return cast(elements[index]);
  }

  @Override
  public E set(int index, E element) {
    E before = get(index);
    elements[index] = element;
    return before;
  }

  @Override
  public boolean add(E element) {
    ensureCapacity(size + 1);
    changes++;
    elements[size++] = element;
    return true;
  }

  @Override
  public void add(int index, E element) {
    requireIndex(index, size + 1);
    Toll.pay((size - index) / MOVED_PER_UNIT);
    ensureCapacity(size + 1);
    changes++;
    System.arraycopy(elements, index, elements, index + 1, size - index);
    elements[index] = element;
    size++;
  }

  @Override
  public boolean addAll(Collection<? extends E> more) {
    return addAll(size, more);
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> more) {
    requireIndex(index, size + 1);
    Object[] added = more.toArray();
    Toll.pay(ADDED_TOGETHER + added.length + (size - index) / MOVED_PER_UNIT);
    ensureCapacity(size + added.length);
    changes++;
    System.arraycopy(elements, index, elements, index + added.length, size - index);
    System.arraycopy(added, 0, elements, index, added.length);
    size += added.length;
    return added.length > 0;
  }

  @Override
  public E remove(int index) {
    E removed = get(index);
    Toll.pay((size - index) / MOVED_PER_UNIT);
    changes++;
    System.arraycopy(elements, index + 1, elements, index, size - index - 1);
    elements[--size] = null;
    return removed;
  }

  @Override
  boolean removeWhere(Predicate<? super E> condition) {
    Toll.references(size);
    Object[] kept = new Object[size];
    int expected = changes;
    int count = 0;
    for (int i = 0; i < size; i++) {
      Toll.pay(STEP);
      E element = cast(elements[i]);
      if (!condition.test(element)) {
        kept[count++] = element;
      }
      Walk.requireSame(expected, changes);
    }
    if (count == size) {
      return false;
    }
    changes++;
    elements = kept;
    size = count;
    return true;
  }

  @Override
  public void clear() {
    Toll.pay(size / MOVED_PER_UNIT);
    changes++;
    Arrays.fill(elements, 0, size, null);
    size = 0;
  }

  @Override
  public void sort(Comparator<? super E> order) {
    int expected = changes;
    Toll.references(size);
    Object[] sorted = Arrays.copyOf(elements, size);
    MergeSort.sort(sorted, 0, size, order);
    Walk.requireSame(expected, changes);
    changes++;
    elements = sorted;
  }
}
