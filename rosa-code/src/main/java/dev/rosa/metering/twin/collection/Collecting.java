package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Orders;
import dev.rosa.metering.twin.Toll;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Twins of {@link Collections}' methods. A view of a view is the view itself. Stateless. */
@SuppressWarnings("unchecked")
public final class Collecting {

  private static final int STEP = MeteredCollection.STEP;

  private Collecting() {}

  /** Twin of {@link Collections#addAll}. */
  public static boolean addAll(Collection<?> collection, Object[] elements) {
    Toll.pay(STEP);
    boolean changed = false;
    for (Object element : elements) {
      Toll.pay(STEP);
      changed |= ((Collection<Object>) collection).add(element);
    }
    return changed;
  }

  /** Twin of {@link java.util.Arrays#asList}. */
  public static List<?> asList(Object[] elements) {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new ArrayView<>(elements);
  }

  public static List<Object> emptyList() {
    return Lists.of();
  }

  public static Set<Object> emptySet() {
    return Sets.of();
  }

  public static Map<Object, Object> emptyMap() {
    return Maps.of();
  }

  /** Twin of {@link Collections#singletonList}: the element may be null. */
  public static List<Object> singletonList(Object element) {
    Toll.allocate(4 * MeteredCollection.OBJECT_BYTES);
    return new FixedList<>(new ArrayView<>(new Object[] {element}));
  }

  /** Twin of {@link Collections#singleton}. */
  public static Set<Object> singleton(Object element) {
    HashTableSet<Object> set = new HashTableSet<>(1);
    set.add(element);
    return FixedSet.of(set);
  }

  /** Twin of {@link Collections#singletonMap}. */
  public static Map<Object, Object> singletonMap(Object key, Object value) {
    HashTable<Object, Object> map = new HashTable<>(1);
    map.put(key, value);
    return FixedMap.of(map);
  }

  public static Object max(Collection<?> elements) {
    return max(elements, null);
  }

  public static Object max(Collection<?> elements, Comparator<?> order) {
    return extreme(elements, order, 1);
  }

  public static Object min(Collection<?> elements) {
    return min(elements, null);
  }

  public static Object min(Collection<?> elements, Comparator<?> order) {
    return extreme(elements, order, -1);
  }

  private static Object extreme(Collection<?> elements, Comparator<?> order, int sign) {
    Iterator<?> each = elements.iterator();
    Object found = each.next();
    while (each.hasNext()) {
      Toll.pay(STEP);
      Object next = each.next();
      if (Integer.signum(Orders.compare(order, next, found)) == sign) {
        found = next;
      }
    }
    return found;
  }

  /** Twin of {@link Collections#reverse}. */
  public static void reverse(List<?> list) {
    Toll.pay(STEP);
    for (int i = 0; i < list.size() / 2; i++) {
      swap(list, i, list.size() - 1 - i);
    }
  }

  /** Twin of {@link Collections#swap}. */
  public static void swap(List<?> list, int one, int other) {
    Toll.pay(4L * STEP);
    List<Object> any = (List<Object>) list;
    any.set(one, any.set(other, any.get(one)));
  }

  public static void sort(List<?> list) {
    list.sort(null);
  }

  public static void sort(List<?> list, Comparator<?> order) {
    ((List<Object>) list).sort((Comparator<Object>) order);
  }

  public static Collection<Object> unmodifiableCollection(Collection<?> elements) {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    boolean fixed = elements instanceof FixedCollection;
    return fixed ? (Collection<Object>) elements : new FixedCollection<>(elements);
  }

  public static List<Object> unmodifiableList(List<?> elements) {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return FixedList.of(elements);
  }

  public static Set<Object> unmodifiableSet(Set<?> elements) {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return FixedSet.of(elements);
  }

  public static Map<Object, Object> unmodifiableMap(Map<?, ?> map) {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return FixedMap.of(map);
  }
}
