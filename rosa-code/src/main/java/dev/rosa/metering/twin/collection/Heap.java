package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Orders;
import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Predicate;

/** Shadow of {@link java.util.PriorityQueue}: a binary heap in an array. */
public final class Heap<E> extends MeteredCollection<E> implements Queue<E> {

  private static final int FIRST_ROOM = 11;

  private final Comparator<? super E> order;
  private Object[] elements;
  private int size;
  private int changes;

  public Heap() {
    this(FIRST_ROOM, null);
  }

  /** An empty queue with room for this many. */
  public Heap(int capacity) {
    this(capacity, null);
  }

  public Heap(Comparator<? super E> order) {
    this(FIRST_ROOM, order);
  }

  public Heap(int capacity, Comparator<? super E> order) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a capacity below 1");
    }
    Toll.references(capacity);
    this.order = order;
    this.elements = new Object[capacity];
  }

  public Heap(Collection<? extends E> content) {
    this(Math.max(1, content.size()), null);
    addAll(content);
  }

  public Heap(Heap<? extends E> content) {
    this(Math.max(1, content.size()), cast(content.order));
    addAll(content);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean add(E element) {
    return offer(element);
  }

  @Override
  public boolean offer(E element) {
    Objects.requireNonNull(element);
    int expected = changes;
    if (size == 0) {
      Orders.compare(order, element, element);
    }
    if (size == elements.length) {
      int room = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size + 2);
      Toll.references(room);
      elements = Arrays.copyOf(elements, room);
    }
    int at = size;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      Toll.pay(STEP);
      if (Orders.compare(order, element, elements[parent]) >= 0) {
        break;
      }
      at = parent;
    }
    Walk.requireSame(expected, changes);
    insert(at, element);
    return true;
  }

  /** Puts it there, and the parents on the way from the end one level down. */
  private void insert(int at, E element) {
    int hole = size;
    while (hole > at) {
      int parent = (hole - 1) >>> 1;
      elements[hole] = elements[parent];
      hole = parent;
    }
    elements[at] = element;
    size++;
    changes++;
  }

  @Override
  public E poll() {
    return size == 0 ? null : removeAt(0);
  }

  /** Removes an element; the comparisons come first, so that an exception changes nothing. */
  private E removeAt(int index) {
    E removed = cast(elements[index]);
    E moved = cast(elements[size - 1]);
    int expected = changes;
    int count = size - 1;
    Toll.array(2 * Integer.SIZE, Integer.BYTES);
    int[] path = new int[Integer.SIZE + 1];
    int steps = 0;
    int at = index;
    while (2L * at + 1 < count) {
      int child = smallerChild(at, count);
      Toll.pay(STEP);
      if (Orders.compare(order, moved, elements[child]) <= 0) {
        break;
      }
      path[steps++] = child;
      at = child;
    }
    int up = steps == 0 ? placeAbove(index, moved, count) : index;
    Walk.requireSame(expected, changes);
    changes++;
    size--;
    elements[count] = null;
    if (index == count) {
      return removed;
    }
    moveTo(index, moved, up, Arrays.copyOf(path, steps));
    return removed;
  }

  private int smallerChild(int at, int count) {
    int left = 2 * at + 1;
    int right = left + 1;
    boolean takesRight =
        right < count && Orders.compare(order, elements[right], elements[left]) < 0;
    return takesRight ? right : left;
  }

  /** Its place above {@code index}, or {@code index}. */
  private int placeAbove(int index, E moved, int count) {
    int at = index;
    while (at > 0 && index < count) {
      int parent = (at - 1) >>> 1;
      Toll.pay(STEP);
      if (Orders.compare(order, moved, elements[parent]) >= 0) {
        break;
      }
      at = parent;
    }
    return at;
  }

  private void moveTo(int index, E moved, int up, int[] path) {
    int hole = index;
    for (int child : path) {
      elements[hole] = elements[child];
      hole = child;
    }
    while (hole > up && path.length == 0) {
      int parent = (hole - 1) >>> 1;
      elements[hole] = elements[parent];
      hole = parent;
    }
    elements[hole] = moved;
  }

  @Override
  public E peek() {
    return size == 0 ? null : cast(elements[0]);
  }

  @Override
  public E element() {
    if (size == 0) {
      throw Walk.noMore();
    }
    return peek();
  }

  @Override
  public E remove() {
    if (size == 0) {
      throw Walk.noMore();
    }
    return poll();
  }

  @Override
  public boolean remove(Object unwanted) {
    for (int i = 0; i < size; i++) {
      Toll.pay(2L * STEP);
      if (Values.equals(unwanted, elements[i])) {
        if (i < size) {
          removeAt(i);
        }
        return true;
      }
    }
    return false;
  }

  @Override
  boolean removeWhere(Predicate<? super E> condition) {
    Heap<E> kept = new Heap<>(Math.max(1, size), order);
    int expected = changes;
    for (int i = 0; i < size; i++) {
      Toll.pay(STEP);
      E element = cast(elements[i]);
      if (!condition.test(element)) {
        kept.add(element);
      }
      Walk.requireSame(expected, changes);
    }
    boolean changed = kept.size != size;
    elements = kept.elements;
    size = kept.size;
    changes++;
    return changed;
  }

  @Override
  public void clear() {
    Toll.references(FIRST_ROOM);
    elements = new Object[FIRST_ROOM];
    size = 0;
    changes++;
  }

  /** Over the array; elements cannot be removed by it. */
  @Override
  public Iterator<E> iterator() {
    int expected = changes;
    return new Walk<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < size;
      }

      @Override
      public E next() {
        requireSame(expected, changes);
        if (next >= size) {
          throw noMore();
        }
        return cast(elements[next++]);
      }
    };
  }
}
