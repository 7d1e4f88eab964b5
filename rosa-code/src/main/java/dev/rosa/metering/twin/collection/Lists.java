package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.ArrayCalls;
import dev.rosa.metering.twin.Toll;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Twins of {@link List}'s static methods: lists that cannot be changed, without null. Stateless.
 */
public final class Lists {

  private Lists() {}

  /** A list over an array that is not used elsewhere. */
  private static List<Object> over(Object[] elements) {
    Toll.pay(2L * elements.length);
    Toll.allocate(2 * MeteredCollection.OBJECT_BYTES);
    for (Object element : elements) {
      Objects.requireNonNull(element);
    }
    return new FixedList<>(new ArrayView<>(elements));
  }

  private static List<Object> all(Object... elements) {
    Toll.references(elements.length);
    return over(elements);
  }

  /** Twin of {@link List#copyOf}; a list that is fixed already may be a view, and is copied. */
  public static List<Object> copyOf(Collection<?> elements) {
    return over(elements.toArray());
  }

  /** Twin of {@link List#of(Object...)}. */
  public static List<Object> of(Object[] elements) {
    Object[] copy = new Object[0];
    if (elements.length > 0) {
      Toll.references(elements.length);
      copy = new Object[elements.length];
      ArrayCalls.arraycopy(elements, 0, copy, 0, copy.length);
    }
    return over(copy);
  }

  public static List<Object> of() {
    return all();
  }

  public static List<Object> of(Object a) {
    return all(new Object[] {a});
  }

  public static List<Object> of(Object a, Object b) {
    return all(a, b);
  }

  public static List<Object> of(Object a, Object b, Object c) {
    return all(a, b, c);
  }

  public static List<Object> of(Object a, Object b, Object c, Object d) {
    return all(a, b, c, d);
  }

  public static List<Object> of(Object a, Object b, Object c, Object d, Object e) {
    return all(a, b, c, d, e);
  }

  public static List<Object> of(Object a, Object b, Object c, Object d, Object e, Object f) {
    return all(a, b, c, d, e, f);
  }

  public static List<Object> of(
      Object a, Object b, Object c, Object d, Object e, Object f, Object g) {
    return all(a, b, c, d, e, f, g);
  }

  public static List<Object> of(
      Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h) {
    return all(a, b, c, d, e, f, g, h);
  }

  public static List<Object> of(
      Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h, Object i) {
    return all(a, b, c, d, e, f, g, h, i);
  }

  public static List<Object> of(
      Object a,
      Object b,
      Object c,
      Object d,
      Object e,
      Object f,
      Object g,
      Object h,
      Object i,
      Object j) {
    return all(a, b, c, d, e, f, g, h, i, j);
  }
}
