package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Metered;
import dev.rosa.metering.twin.TextBuilder;
import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Map whose methods pay for each entry that they look at. Heirs find, add, remove and order
 * entries. Owned by the code that made it.
 */
abstract class MeteredMap<K, V> implements Map<K, V>, Metered {

  static final int STEP = MeteredCollection.STEP;

  /** The entry of this key, or null. */
  abstract Pair<K, V> find(Object key);

  /** All entries in the map's order; the iterator may remove them, if the map can be changed. */
  abstract Iterator<Pair<K, V>> entries();

  /** Number of changes of the set of keys. */
  abstract int changes();

  @Override
  public abstract V put(K key, V value);

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public V get(Object key) {
    Pair<K, V> entry = find(key);
    return entry == null ? null : entry.value;
  }

  @Override
  public V getOrDefault(Object key, V otherwise) {
    Pair<K, V> entry = find(key);
    return entry == null ? otherwise : entry.value;
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) != null;
  }

  @Override
  public boolean containsValue(Object value) {
    return values().contains(value);
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> more) {
    for (Entry<? extends K, ? extends V> entry : more.entrySet()) {
      Toll.pay(STEP);
      put(entry.getKey(), entry.getValue());
    }
  }

  @Override
  public V putIfAbsent(K key, V value) {
    V before = get(key);
    return before != null ? before : put(key, value);
  }

  @Override
  public boolean remove(Object key, Object value) {
    Pair<K, V> entry = find(key);
    if (entry == null || !Values.equals(value, entry.value)) {
      return false;
    }
    remove(key);
    return true;
  }

  @Override
  public V replace(K key, V value) {
    Pair<K, V> entry = find(key);
    return entry == null ? null : entry.setValue(value);
  }

  @Override
  public boolean replace(K key, V before, V now) {
    Pair<K, V> entry = find(key);
    if (entry == null || !Values.equals(before, entry.value)) {
      return false;
    }
    entry.setValue(now);
    return true;
  }

  @Override
  public V computeIfAbsent(K key, Function<? super K, ? extends V> maker) {
    V before = get(key);
    if (before != null) {
      return before;
    }
    int expected = changes();
    V made = maker.apply(key);
    Walk.requireSame(expected, changes());
    return made == null ? null : kept(key, made);
  }

  @Override
  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
    return get(key) == null ? null : compute(key, change);
  }

  @Override
  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
    V before = get(key);
    int expected = changes();
    V now = change.apply(key, before);
    Walk.requireSame(expected, changes());
    return kept(key, now);
  }

  @Override
  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> joiner) {
    Objects.requireNonNull(joiner);
    Objects.requireNonNull(value);
    V before = get(key);
    if (before == null) {
      return kept(key, value);
    }
    int expected = changes();
    V now = joiner.apply(before, value);
    Walk.requireSame(expected, changes());
    return kept(key, now);
  }

  private V kept(K key, V now) {
    if (now == null) {
      remove(key);
    } else {
      put(key, now);
    }
    return now;
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action);
    Iterator<Pair<K, V>> each = entries();
    while (each.hasNext()) {
      Toll.pay(STEP);
      Pair<K, V> entry = each.next();
      action.accept(entry.key, entry.value);
    }
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> change) {
    Objects.requireNonNull(change);
    Iterator<Pair<K, V>> each = entries();
    while (each.hasNext()) {
      Toll.pay(STEP);
      Pair<K, V> entry = each.next();
      entry.setValue(change.apply(entry.key, entry.value));
    }
  }

  @Override
  public Set<K> keySet() {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new MapKeys<>(this);
  }

  @Override
  public Collection<V> values() {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new MapValues<>(this);
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new MapEntries<>(this);
  }

  @Override
  public boolean equals(Object other) {
    if (other == this || !(other instanceof Map<?, ?> map)) {
      return other == this;
    }
    if (map.size() != size()) {
      return false;
    }
    Iterator<Pair<K, V>> each = entries();
    while (each.hasNext()) {
      Toll.pay(STEP);
      Pair<K, V> entry = each.next();
      if (!map.containsKey(entry.key) || !Values.equals(entry.value, map.get(entry.key))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    Iterator<Pair<K, V>> each = entries();
    while (each.hasNext()) {
      Toll.pay(STEP);
      hash += each.next().hashCode();
    }
    return hash;
  }

  @Override
  public String toString() {
    TextBuilder text = new TextBuilder().append('{');
    String between = "";
    Iterator<Pair<K, V>> each = entries();
    while (each.hasNext()) {
      Toll.pay(STEP);
      Pair<K, V> entry = each.next();
      append(text.append(between), entry.key);
      append(text.append('='), entry.value);
      between = ", ";
    }
    return text.append('}').toString();
  }

  private void append(TextBuilder text, Object part) {
    if (part == this) {
      text.append("(this Map)");
    } else {
      text.append(part);
    }
  }
}
