package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Nameless;
import dev.rosa.metering.twin.Throwables;
import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Walks;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/** Iterator of a metered collection. A step takes a constant time, which its caller pays. */
abstract class Walk<E> implements Iterator<E>, Nameless {

  Walk() {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
  }

  @Override
  public void remove() {
    throw MeteredCollection.unmodifiable();
  }

  @Override
  public void forEachRemaining(Consumer<? super E> action) {
    Walks.forEachRemaining(this, action);
  }

  static NoSuchElementException noMore() {
    Throwables.pay();
    return new NoSuchElementException("there is no further element");
  }

  static void requireSame(int expected, int found) {
    if (expected != found) {
      Throwables.pay();
      throw new ConcurrentModificationException();
    }
  }
}
