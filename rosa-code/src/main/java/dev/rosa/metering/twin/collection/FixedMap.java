package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Toll;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Map that cannot be changed: the entries of another, seen through it. */
final class FixedMap<K, V> extends MeteredMap<K, V> {

  private final MeteredMap<K, V> map;

  /**
   * A view.
   *
   * @param map not such a view itself
   */
  FixedMap(MeteredMap<K, V> map) {
    this.map = map;
  }

  /** A view of this map, or the map itself if it is one. */
  @SuppressWarnings("unchecked")
  static <K, V> Map<K, V> of(Map<? extends K, ? extends V> map) {
    return map instanceof FixedMap ? (Map<K, V>) map : new FixedMap<>((MeteredMap<K, V>) map);
  }

  @Override
  Pair<K, V> find(Object key) {
    Pair<K, V> found = map.find(key);
    if (found == null) {
      return null;
    }
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new Pair<>(found.key, found.value, true);
  }

  @Override
  Iterator<Pair<K, V>> entries() {
    Iterator<Pair<K, V>> each = map.entries();
    return new Walk<>() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public Pair<K, V> next() {
        Pair<K, V> entry = each.next();
        Toll.allocate(MeteredCollection.OBJECT_BYTES);
        return new Pair<>(entry.key, entry.value, true);
      }
    };
  }

  @Override
  int changes() {
    return map.changes();
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public V put(K key, V value) {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public V putIfAbsent(K key, V value) {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public V remove(Object key) {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public boolean remove(Object key, Object value) {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public void clear() {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> more) {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public V computeIfAbsent(K key, Function<? super K, ? extends V> maker) {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> joiner) {
    throw MeteredCollection.unmodifiable();
  }
}
