package dev.rosa.metering.twin;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;

/** Twins of the walks over elements that interfaces of the JDK have as default methods. */
public final class Walks {

  private static final int STEP = 24;

  private Walks() {}

  /** Twin of {@link Iterable#forEach}; a class of the bundle that overrides it is walked, too. */
  @SuppressWarnings("unchecked")
  public static void forEach(Iterable<?> elements, Consumer<?> action) {
    Objects.requireNonNull(action);
    Toll.enter();
    forEachRemaining(elements.iterator(), action);
    Toll.leave();
  }

  /** Twin of {@link Iterator#forEachRemaining}. */
  @SuppressWarnings("unchecked")
  public static void forEachRemaining(Iterator<?> each, Consumer<?> action) {
    Consumer<Object> taking = (Consumer<Object>) Objects.requireNonNull(action);
    Toll.pay(STEP);
    Toll.enter();
    while (each.hasNext()) {
      Toll.pay(STEP);
      taking.accept(each.next());
    }
    Toll.leave();
  }
}
