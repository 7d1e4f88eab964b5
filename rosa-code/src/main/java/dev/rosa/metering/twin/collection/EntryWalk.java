package dev.rosa.metering.twin.collection;

import java.util.Iterator;
import java.util.function.Function;

/** Iterator over a part of each entry of a map. */
final class EntryWalk<K, V, E> extends Walk<E> {

  private final Iterator<Pair<K, V>> entries;
  private final Function<Pair<K, V>, E> part;

  /**
   * An iterator.
   *
   * @param part of this package; takes a constant time
   */
  EntryWalk(Iterator<Pair<K, V>> entries, Function<Pair<K, V>, E> part) {
    this.entries = entries;
    this.part = part;
  }

  @Override
  public boolean hasNext() {
    return entries.hasNext();
  }

  @Override
  public E next() {
    return part.apply(entries.next());
  }

  @Override
  public void remove() {
    entries.remove();
  }
}
