package dev.rosa.metering.twin.collection;

import java.util.Iterator;

/** Keys of a map, seen through it. */
class MapKeys<K> extends MeteredSet<K> {

  final MeteredMap<K, ?> map;

  MapKeys(MeteredMap<K, ?> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean contains(Object wanted) {
    return map.containsKey(wanted);
  }

  @Override
  public boolean remove(Object unwanted) {
    boolean there = map.containsKey(unwanted);
    map.remove(unwanted);
    return there;
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public Iterator<K> iterator() {
    return keys(map);
  }

  private static <K, V> Iterator<K> keys(MeteredMap<K, V> map) {
    return new EntryWalk<>(map.entries(), entry -> entry.key);
  }
}
