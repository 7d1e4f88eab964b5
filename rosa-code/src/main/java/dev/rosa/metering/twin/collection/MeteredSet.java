package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;

/** Set that pays for each element that it looks at. */
abstract class MeteredSet<E> extends MeteredCollection<E> implements Set<E> {

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
