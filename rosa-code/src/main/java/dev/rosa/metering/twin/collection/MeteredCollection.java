package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Metered;
import dev.rosa.metering.twin.TextBuilder;
import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Collection whose methods pay for each element that they look at. Unmodifiable as far as an heir
 * does not say otherwise. Owned by the code that made it.
 */
abstract class MeteredCollection<E> implements Collection<E>, Metered {

  /** Units for a look at an element, which may not be in any cache of the processor. */
  static final int STEP = 200;

  /** Bytes of a small object: an iterator, a view. */
  static final int OBJECT_BYTES = 32;

  static UnsupportedOperationException unmodifiable() {
    return new UnsupportedOperationException("the collection cannot be changed so");
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public boolean contains(Object wanted) {
    for (E element : this) {
      Toll.pay(STEP);
      if (Values.equals(wanted, element)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Object[] toArray() {
    Toll.references(size());
    return copyTo(new Object[size()]);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T[] toArray(T[] target) {
    T[] filled = target;
    if (target.length < size()) {
      Toll.references(size());
      filled = (T[]) Array.newInstance(target.getClass().getComponentType(), size());
    }
    copyTo(filled);
    if (filled.length > size()) {
      filled[size()] = null;
    }
    return filled;
  }

  @Override
  public <T> T[] toArray(IntFunction<T[]> maker) {
    return toArray(maker.apply(0));
  }

  private Object[] copyTo(Object[] target) {
    int at = 0;
    for (E element : this) {
      Toll.pay(STEP);
      target[at++] = element;
    }
    return target;
  }

  @Override
  public void forEach(Consumer<? super E> action) {
    Objects.requireNonNull(action);
    for (E element : this) {
      Toll.pay(STEP);
      action.accept(element);
    }
  }

  @Override
  public boolean add(E element) {
    throw unmodifiable();
  }

  @Override
  public boolean addAll(Collection<? extends E> more) {
    boolean changed = false;
    for (Object element : more.toArray()) {
      Toll.pay(STEP);
      changed |= add(cast(element));
    }
    return changed;
  }

  @Override
  public boolean containsAll(Collection<?> all) {
    Toll.pay(STEP);
    for (Object element : all) {
      Toll.pay(STEP);
      if (!contains(element)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean remove(Object unwanted) {
    Iterator<E> each = iterator();
    while (each.hasNext()) {
      Toll.pay(STEP);
      if (Values.equals(unwanted, each.next())) {
        each.remove();
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean removeAll(Collection<?> unwanted) {
    Objects.requireNonNull(unwanted);
    Toll.pay(STEP);
    return removeWhere(unwanted::contains);
  }

  @Override
  public boolean retainAll(Collection<?> wanted) {
    Objects.requireNonNull(wanted);
    Toll.pay(STEP);
    return removeWhere(element -> !wanted.contains(element));
  }

  @Override
  public boolean removeIf(Predicate<? super E> condition) {
    Objects.requireNonNull(condition);
    Toll.pay(STEP);
    return removeWhere(condition);
  }

  /** Removes the elements of which it is true; heirs that move elements for each do it at once. */
  boolean removeWhere(Predicate<? super E> condition) {
    boolean changed = false;
    Iterator<E> each = iterator();
    while (each.hasNext()) {
      Toll.pay(STEP);
      if (condition.test(each.next())) {
        each.remove();
        changed = true;
      }
    }
    return changed;
  }

  @Override
  public void clear() {
    throw unmodifiable();
  }

  @Override
  public Stream<E> stream() {
    throw new UnsupportedOperationException("no streams in active code");
  }

  @Override
  public Stream<E> parallelStream() {
    throw new UnsupportedOperationException("no streams in active code");
  }

  /** The same object, as for the JDK's collections that are no lists or sets. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  /** The identity's would differ from run to run. */
  @Override
  public int hashCode() {
    return 0;
  }

  @Override
  public String toString() {
    TextBuilder text = new TextBuilder().append('[');
    String between = "";
    for (E element : this) {
      Toll.pay(STEP);
      text.append(between);
      append(text, element);
      between = ", ";
    }
    return text.append(']').toString();
  }

  /** Appends an element, and not itself. */
  private void append(TextBuilder text, Object element) {
    if (element == this) {
      text.append("(this Collection)");
    } else {
      text.append(element);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <T> T cast(Object element) {
    return (T) element;
  }
}
