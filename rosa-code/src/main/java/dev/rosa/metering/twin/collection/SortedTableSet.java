package dev.rosa.metering.twin.collection;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;

/** Shadow of {@link java.util.TreeSet}. */
public final class SortedTableSet<E> extends MapSet<E> {

  private final SortedTable<E, Object> sorted;

  public SortedTableSet() {
    this(new SortedTable<>());
  }

  public SortedTableSet(Comparator<? super E> order) {
    this(new SortedTable<>(order));
  }

  public SortedTableSet(Collection<? extends E> content) {
    this();
    addAll(content);
  }

  private SortedTableSet(SortedTable<E, Object> sorted) {
    super(sorted);
    this.sorted = sorted;
  }

  public E first() {
    return sorted.firstKey();
  }

  public E last() {
    return sorted.lastKey();
  }

  public E floor(E element) {
    return sorted.floorKey(element);
  }

  public E ceiling(E element) {
    return sorted.ceilingKey(element);
  }

  public E lower(E element) {
    return sorted.lowerKey(element);
  }

  public E higher(E element) {
    return sorted.higherKey(element);
  }

  public E pollFirst() {
    return key(sorted.pollFirstEntry());
  }

  public E pollLast() {
    return key(sorted.pollLastEntry());
  }

  private static <E> E key(Map.Entry<E, ?> entry) {
    return entry == null ? null : entry.getKey();
  }
}
