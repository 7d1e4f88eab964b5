package dev.rosa.metering.twin.collection;

import java.util.Iterator;

/** Values of a map, seen through it. */
final class MapValues<K, V> extends MeteredCollection<V> {

  private final MeteredMap<K, V> map;

  MapValues(MeteredMap<K, V> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public Iterator<V> iterator() {
    return new EntryWalk<>(map.entries(), entry -> entry.value);
  }
}
