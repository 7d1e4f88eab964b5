package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Predicate;

/** Shadow of {@link java.util.ArrayDeque}: a ring in an array. */
public final class Ring<E> extends MeteredCollection<E> implements Deque<E> {

  private static final int FIRST_ROOM = 16;
  private static final int MOVED_PER_UNIT = 2;
  private static final int MOVE = 32;

  private Object[] elements;
  private int head;
  private int size;
  private int changes;

  public Ring() {
    this(FIRST_ROOM);
  }

  /** An empty ring with room for this many. */
  public Ring(int capacity) {
    int room = Math.max(1, capacity);
    Toll.references(room);
    elements = new Object[room];
  }

  public Ring(Collection<? extends E> content) {
    this(content.size());
    addAll(content);
  }

  private int place(int index) {
    int place = head + index;
    return place >= elements.length ? place - elements.length : place;
  }

  private E at(int index) {
    return cast(elements[place(index)]);
  }

  private void makeRoom() {
    if (size == elements.length) {
      int room = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size);
      Toll.pay(size / MOVED_PER_UNIT);
      Toll.references(room);
      Object[] larger = new Object[room];
      int toEnd = elements.length - head;
      System.arraycopy(elements, head, larger, 0, toEnd);
      System.arraycopy(elements, 0, larger, toEnd, head);
      elements = larger;
      head = 0;
    }
    changes++;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void addFirst(E element) {
    Objects.requireNonNull(element);
    makeRoom();
    head = head == 0 ? elements.length - 1 : head - 1;
    elements[head] = element;
    size++;
  }

  @Override
  public void addLast(E element) {
    Objects.requireNonNull(element);
    makeRoom();
    elements[place(size)] = element;
    size++;
  }

  @Override
  public E pollFirst() {
    if (size == 0) {
      return null;
    }
    E first = at(0);
    elements[head] = null;
    head = place(1);
    size--;
    changes++;
    return first;
  }

  @Override
  public E pollLast() {
    if (size == 0) {
      return null;
    }
    E last = at(size - 1);
    elements[place(size - 1)] = null;
    size--;
    changes++;
    return last;
  }

  @Override
  public E peekFirst() {
    return size == 0 ? null : at(0);
  }

  @Override
  public E peekLast() {
    return size == 0 ? null : at(size - 1);
  }

  private static <T> T present(T element) {
    if (element == null) {
      throw Walk.noMore();
    }
    return element;
  }

  @Override
  public E getFirst() {
    return present(peekFirst());
  }

  @Override
  public E getLast() {
    return present(peekLast());
  }

  @Override
  public E removeFirst() {
    return present(pollFirst());
  }

  @Override
  public E removeLast() {
    return present(pollLast());
  }

  @Override
  public boolean offerFirst(E element) {
    addFirst(element);
    return true;
  }

  @Override
  public boolean offerLast(E element) {
    addLast(element);
    return true;
  }

  @Override
  public boolean add(E element) {
    addLast(element);
    return true;
  }

  @Override
  public boolean offer(E element) {
    addLast(element);
    return true;
  }

  @Override
  public E remove() {
    return removeFirst();
  }

  @Override
  public E poll() {
    return pollFirst();
  }

  @Override
  public E element() {
    return getFirst();
  }

  @Override
  public E peek() {
    return peekFirst();
  }

  @Override
  public void push(E element) {
    addFirst(element);
  }

  @Override
  public E pop() {
    return removeFirst();
  }

  @Override
  public boolean remove(Object unwanted) {
    return removeFirstOccurrence(unwanted);
  }

  @Override
  public boolean removeFirstOccurrence(Object unwanted) {
    for (int i = 0; i < size; i++) {
      Toll.pay(STEP);
      if (Values.equals(unwanted, at(i))) {
        removeAt(i);
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean removeLastOccurrence(Object unwanted) {
    for (int i = size - 1; i >= 0; i--) {
      Toll.pay(STEP);
      if (i < size && Values.equals(unwanted, at(i))) {
        removeAt(i);
        return true;
      }
    }
    return false;
  }

  private void removeAt(int index) {
    if (index >= size) {
      return;
    }
    Toll.pay(MOVE + (size - index) / MOVED_PER_UNIT);
    closeGap(place(index), place(size - 1));
    size--;
    changes++;
  }

  /**
   * Moves all elements behind a place. One by one, each would be noted for the garbage collector,
   * which costs far more than the move.
   */
  private void closeGap(int gap, int last) {
    int from = gap;
    if (last < gap) {
      int end = elements.length - 1;
      System.arraycopy(elements, gap + 1, elements, gap, end - gap);
      elements[end] = elements[0];
      from = 0;
    }
    System.arraycopy(elements, from + 1, elements, from, last - from);
    elements[last] = null;
  }

  @Override
  boolean removeWhere(Predicate<? super E> condition) {
    Toll.references(elements.length);
    Object[] kept = new Object[elements.length];
    int expected = changes;
    int count = 0;
    for (int i = 0; i < size; i++) {
      Toll.pay(STEP);
      E element = at(i);
      if (!condition.test(element)) {
        kept[count++] = element;
      }
      Walk.requireSame(expected, changes);
    }
    boolean changed = count != size;
    elements = kept;
    head = 0;
    size = count;
    changes++;
    return changed;
  }

  @Override
  public void clear() {
    Toll.references(FIRST_ROOM);
    elements = new Object[FIRST_ROOM];
    head = 0;
    size = 0;
    changes++;
  }

  @Override
  public Iterator<E> iterator() {
    return new Cursor(0, 1);
  }

  @Override
  public Iterator<E> descendingIterator() {
    return new Cursor(size - 1, -1);
  }

  /** Iterator in one direction. */
  private final class Cursor extends Walk<E> {
    private final int direction;
    private int expected = changes;
    private int next;
    private int last = -1;

    Cursor(int start, int direction) {
      this.next = start;
      this.direction = direction;
    }

    @Override
    public boolean hasNext() {
      return next >= 0 && next < size;
    }

    @Override
    public E next() {
      requireSame(expected, changes);
      if (!hasNext()) {
        throw noMore();
      }
      last = next;
      next += direction;
      return at(last);
    }

    @Override
    public void remove() {
      if (last < 0) {
        throw new IllegalStateException("there is no element to remove");
      }
      requireSame(expected, changes);
      removeAt(last);
      next = direction > 0 ? last : next;
      last = -1;
      expected = changes;
    }
  }
}
