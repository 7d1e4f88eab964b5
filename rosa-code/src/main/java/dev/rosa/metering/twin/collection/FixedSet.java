package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;

/** Set that cannot be changed: the elements of another, seen through it. */
final class FixedSet<E> extends FixedCollection<E> implements Set<E> {

  /**
   * A view.
   *
   * @param elements not such a view itself
   */
  FixedSet(Set<? extends E> elements) {
    super(elements);
  }

  /** A view of this set, or the set itself if it is one. */
  @SuppressWarnings("unchecked")
  static <E> Set<E> of(Set<? extends E> set) {
    return set instanceof FixedSet ? (Set<E>) set : new FixedSet<>(set);
  }

  @Override
  public Spliterator<E> spliterator() {
    return Spliterators.spliterator(this, Spliterator.DISTINCT);
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof Set<?> set && set.size() == size() && containsAll(set));
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (E element : this) {
      Toll.pay(STEP);
      hash += Values.hashCode(element);
    }
    return hash;
  }
}
