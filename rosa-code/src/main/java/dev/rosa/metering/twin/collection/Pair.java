package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Metered;
import dev.rosa.metering.twin.TextBuilder;
import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Map;

/** Key with its value: an entry of a map, or a copy of one that cannot be changed. */
class Pair<K, V> implements Map.Entry<K, V>, Metered {

  final K key;
  V value;
  private final boolean fixed;

  Pair(K key, V value, boolean fixed) {
    this.key = key;
    this.value = value;
    this.fixed = fixed;
  }

  /** A copy of an entry that cannot be changed; null of null. */
  static <K, V> Map.Entry<K, V> copy(Map.Entry<? extends K, ? extends V> entry) {
    if (entry == null) {
      return null;
    }
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new Pair<>(entry.getKey(), entry.getValue(), true);
  }

  @Override
  public K getKey() {
    return key;
  }

  @Override
  public V getValue() {
    return value;
  }

  @Override
  public V setValue(V now) {
    if (fixed) {
      throw MeteredCollection.unmodifiable();
    }
    V before = value;
    value = now;
    return before;
  }

  @Override
  public boolean equals(Object other) {
    // An object of code may have many interfaces, among which the JVM searches.
    Toll.pay(MeteredCollection.STEP);
    return other instanceof Map.Entry<?, ?> entry
        && Values.equals(key, entry.getKey())
        && Values.equals(value, entry.getValue());
  }

  @Override
  public int hashCode() {
    return Values.hashCode(key) ^ Values.hashCode(value);
  }

  @Override
  public String toString() {
    return new TextBuilder().append((Object) key).append('=').append((Object) value).toString();
  }
}
