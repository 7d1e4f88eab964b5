package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Iterator;
import java.util.Map;

/** Entries of a map, seen through it. */
final class MapEntries<K, V> extends MeteredSet<Map.Entry<K, V>> {

  private final MeteredMap<K, V> map;

  MapEntries(MeteredMap<K, V> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean contains(Object wanted) {
    Toll.pay(STEP);
    if (!(wanted instanceof Map.Entry<?, ?> entry)) {
      return false;
    }
    Pair<K, V> found = map.find(entry.getKey());
    return found != null && Values.equals(found.value, entry.getValue());
  }

  @Override
  public boolean remove(Object unwanted) {
    Toll.pay(STEP);
    return unwanted instanceof Map.Entry<?, ?> entry
        && map.remove(entry.getKey(), entry.getValue());
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    return new EntryWalk<K, V, Map.Entry<K, V>>(map.entries(), entry -> entry);
  }
}
