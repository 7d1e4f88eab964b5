package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Toll;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;

/**
 * Twins of {@link Set}'s static methods: sets that cannot be changed, without null, in the order of
 * their arguments. Stateless.
 */
public final class Sets {

  private Sets() {}

  private static Set<Object> distinct(Object[] elements) {
    HashTableSet<Object> set = new HashTableSet<>(elements.length);
    for (Object element : elements) {
      Toll.pay(MeteredCollection.STEP);
      if (!set.add(Objects.requireNonNull(element))) {
        throw new IllegalArgumentException("an element is there twice");
      }
    }
    Toll.pay(MeteredCollection.STEP);
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new FixedSet<>(set);
  }

  private static Set<Object> all(Object... elements) {
    Toll.references(elements.length);
    return distinct(elements);
  }

  /** Twin of {@link Set#copyOf}. */
  public static Set<Object> copyOf(Collection<?> elements) {
    HashTableSet<Object> set = new HashTableSet<>(elements.size());
    for (Object element : elements) {
      Toll.pay(MeteredCollection.STEP);
      set.add(Objects.requireNonNull(element));
    }
    Toll.pay(MeteredCollection.STEP);
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new FixedSet<>(set);
  }

  /** Twin of {@link Set#of(Object...)}. */
  public static Set<Object> of(Object[] elements) {
    return distinct(elements);
  }

  public static Set<Object> of() {
    return all();
  }

  public static Set<Object> of(Object a) {
    return all(new Object[] {a});
  }

  public static Set<Object> of(Object a, Object b) {
    return all(a, b);
  }

  public static Set<Object> of(Object a, Object b, Object c) {
    return all(a, b, c);
  }

  public static Set<Object> of(Object a, Object b, Object c, Object d) {
    return all(a, b, c, d);
  }

  public static Set<Object> of(Object a, Object b, Object c, Object d, Object e) {
    return all(a, b, c, d, e);
  }

  public static Set<Object> of(Object a, Object b, Object c, Object d, Object e, Object f) {
    return all(a, b, c, d, e, f);
  }

  public static Set<Object> of(
      Object a, Object b, Object c, Object d, Object e, Object f, Object g) {
    return all(a, b, c, d, e, f, g);
  }

  public static Set<Object> of(
      Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h) {
    return all(a, b, c, d, e, f, g, h);
  }

  public static Set<Object> of(
      Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h, Object i) {
    return all(a, b, c, d, e, f, g, h, i);
  }

  public static Set<Object> of(
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
