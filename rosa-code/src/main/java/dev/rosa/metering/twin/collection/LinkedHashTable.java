package dev.rosa.metering.twin.collection;

import java.util.Map;

/** Shadow of {@link java.util.LinkedHashMap}: a hash table has that order already. */
public final class LinkedHashTable<K, V> extends HashTable<K, V> {

  public LinkedHashTable() {}

  public LinkedHashTable(int capacity) {
    super(capacity);
  }

  public LinkedHashTable(int capacity, float loadFactor) {
    super(capacity, loadFactor);
  }

  public LinkedHashTable(Map<? extends K, ? extends V> content) {
    super(content);
  }
}
