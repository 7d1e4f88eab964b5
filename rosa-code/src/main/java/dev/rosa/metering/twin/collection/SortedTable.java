package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Orders;
import dev.rosa.metering.twin.Toll;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;

/**
 * Shadow of {@link java.util.TreeMap}: entries in an array in the order of their keys. Looking one
 * up takes log n comparisons; adding one moves those behind it.
 */
public class SortedTable<K, V> extends MeteredMap<K, V> {

  private static final int FIRST_ROOM = 8;
  private static final int MOVED_PER_UNIT = 4;

  private final Comparator<? super K> order;
  private Pair<K, V>[] entries;
  private int size;
  private int changes;

  public SortedTable() {
    this((Comparator<? super K>) null);
  }

  public SortedTable(Comparator<? super K> order) {
    this.order = order;
    this.entries = room(FIRST_ROOM);
  }

  public SortedTable(Map<? extends K, ? extends V> content) {
    this(orderOf(content));
    fill(content);
  }

  /** As the JDK does for a sorted map, which every sorted table is to its users. */
  @SuppressWarnings("unchecked")
  private static <K> Comparator<? super K> orderOf(Map<?, ?> content) {
    return content instanceof SortedTable<?, ?> table ? (Comparator<? super K>) table.order : null;
  }

  private void fill(Map<? extends K, ? extends V> content) {
    super.putAll(content);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <K, V> Pair<K, V>[] room(int length) {
    Toll.references(length);
    return new Pair[length];
  }

  /**
   * The place of the first entry whose key is not before this one, or −1 − place if it is behind.
   */
  private int search(Object key) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Toll.pay(STEP);
      int expected = changes;
      int result = Orders.compare(order, key, entries[middle].key);
      Walk.requireSame(expected, changes);
      if (result == 0) {
        return middle;
      }
      low = result > 0 ? middle + 1 : low;
      high = result < 0 ? middle - 1 : high;
    }
    return -1 - low;
  }

  @Override
  Pair<K, V> find(Object key) {
    if (size == 0) {
      Orders.compare(order, key, key);
      return null;
    }
    int place = search(key);
    return place < 0 ? null : entries[place];
  }

  @Override
  int changes() {
    return changes;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public V put(K key, V value) {
    if (size == 0) {
      Orders.compare(order, key, key);
    }
    int place = search(key);
    if (place >= 0) {
      return entries[place].setValue(value);
    }
    int at = -1 - place;
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    Toll.pay((size - at) / MOVED_PER_UNIT);
    if (size == entries.length) {
      int room = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size);
      Toll.references(room);
      entries = Arrays.copyOf(entries, room);
    }
    System.arraycopy(entries, at, entries, at + 1, size - at);
    entries[at] = new Pair<>(key, value, false);
    size++;
    changes++;
    return null;
  }

  @Override
  public V remove(Object key) {
    int place = size == 0 ? -1 : search(key);
    if (place < 0) {
      return null;
    }
    return removeAt(place).value;
  }

  private Pair<K, V> removeAt(int place) {
    Pair<K, V> removed = entries[place];
    Toll.pay((size - place) / MOVED_PER_UNIT);
    System.arraycopy(entries, place + 1, entries, place, size - place - 1);
    entries[--size] = null;
    changes++;
    return removed;
  }

  @Override
  public void clear() {
    entries = room(FIRST_ROOM);
    size = 0;
    changes++;
  }

  /** The entry at a place, as a copy, or null if there is none. */
  private Map.Entry<K, V> at(int place) {
    return place < 0 || place >= size ? null : Pair.copy(entries[place]);
  }

  private int floor(Object key) {
    int place = search(key);
    return place >= 0 ? place : -2 - place;
  }

  private int ceiling(Object key) {
    int place = search(key);
    return place >= 0 ? place : -1 - place;
  }

  private int lower(Object key) {
    return ceiling(key) - 1;
  }

  private int higher(Object key) {
    return floor(key) + 1;
  }

  private K keyAt(int place) {
    return place < 0 || place >= size ? null : entries[place].key;
  }

  public Map.Entry<K, V> firstEntry() {
    return at(0);
  }

  public Map.Entry<K, V> lastEntry() {
    return at(size - 1);
  }

  public Map.Entry<K, V> floorEntry(K key) {
    return at(floor(key));
  }

  public Map.Entry<K, V> ceilingEntry(K key) {
    return at(ceiling(key));
  }

  public Map.Entry<K, V> lowerEntry(K key) {
    return at(lower(key));
  }

  public Map.Entry<K, V> higherEntry(K key) {
    return at(higher(key));
  }

  public K floorKey(K key) {
    return keyAt(floor(key));
  }

  public K ceilingKey(K key) {
    return keyAt(ceiling(key));
  }

  public K lowerKey(K key) {
    return keyAt(lower(key));
  }

  public K higherKey(K key) {
    return keyAt(higher(key));
  }

  public K firstKey() {
    requireSome();
    return keyAt(0);
  }

  public K lastKey() {
    requireSome();
    return keyAt(size - 1);
  }

  private void requireSome() {
    if (size == 0) {
      throw Walk.noMore();
    }
  }

  public Map.Entry<K, V> pollFirstEntry() {
    return size == 0 ? null : Pair.copy(removeAt(0));
  }

  public Map.Entry<K, V> pollLastEntry() {
    return size == 0 ? null : Pair.copy(removeAt(size - 1));
  }

  @Override
  Iterator<Pair<K, V>> entries() {
    return new Cursor();
  }

  /** Iterator in the order of the keys. */
  private final class Cursor extends Walk<Pair<K, V>> {
    private int expected = changes;
    private int next;
    private boolean removable;

    @Override
    public boolean hasNext() {
      return next < size;
    }

    @Override
    public Pair<K, V> next() {
      requireSame(expected, changes);
      if (next >= size) {
        throw noMore();
      }
      removable = true;
      return entries[next++];
    }

    @Override
    public void remove() {
      if (!removable) {
        throw new IllegalStateException("there is no element to remove");
      }
      requireSame(expected, changes);
      removeAt(next - 1);
      next--;
      removable = false;
      expected = changes;
    }
  }
}
