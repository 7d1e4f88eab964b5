package dev.rosa.metering.twin.collection;

import java.util.Collection;

/** Shadow of {@link java.util.HashSet}, in the order of insertion. */
public class HashTableSet<E> extends MapSet<E> {

  public HashTableSet() {
    super(new HashTable<>());
  }

  /** An empty set with room for this many. */
  public HashTableSet(int capacity) {
    super(new HashTable<>(capacity));
  }

  public HashTableSet(int capacity, float loadFactor) {
    super(new HashTable<>(capacity, loadFactor));
  }

  public HashTableSet(Collection<? extends E> content) {
    this(content.size());
    fill(content);
  }

  private void fill(Collection<? extends E> content) {
    super.addAll(content);
  }
}
