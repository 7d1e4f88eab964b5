package dev.rosa.metering.twin.collection;

import java.util.Collection;

/** Shadow of {@link java.util.LinkedHashSet}: a hash table has that order already. */
public final class LinkedHashTableSet<E> extends HashTableSet<E> {

  public LinkedHashTableSet() {}

  public LinkedHashTableSet(int capacity) {
    super(capacity);
  }

  public LinkedHashTableSet(int capacity, float loadFactor) {
    super(capacity, loadFactor);
  }

  public LinkedHashTableSet(Collection<? extends E> content) {
    super(content);
  }
}
