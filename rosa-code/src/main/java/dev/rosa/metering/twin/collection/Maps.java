package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Toll;
import java.util.Map;
import java.util.Objects;

/**
 * Twins of {@link Map}'s static methods: maps that cannot be changed, without null, in the order of
 * their arguments. Stateless.
 */
public final class Maps {

  private Maps() {}

  /** The map of keys, each with its value behind it. */
  private static Map<Object, Object> all(Object... keysAndValues) {
    Toll.references(keysAndValues.length);
    HashTable<Object, Object> map = new HashTable<>(keysAndValues.length / 2);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      add(map, keysAndValues[i], keysAndValues[i + 1]);
    }
    return fixed(map);
  }

  private static void add(HashTable<Object, Object> map, Object key, Object value) {
    Toll.pay(MeteredMap.STEP);
    if (map.put(Objects.requireNonNull(key), Objects.requireNonNull(value)) != null) {
      throw new IllegalArgumentException("a key is there twice");
    }
  }

  private static Map<Object, Object> fixed(HashTable<Object, Object> map) {
    Toll.pay(MeteredMap.STEP);
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new FixedMap<>(map);
  }

  /** Twin of {@link Map#copyOf}. */
  public static Map<Object, Object> copyOf(Map<?, ?> content) {
    HashTable<Object, Object> map = new HashTable<>(content.size());
    for (Map.Entry<?, ?> entry : content.entrySet()) {
      add(map, entry.getKey(), entry.getValue());
    }
    return fixed(map);
  }

  /** Twin of {@link Map#entry}. */
  public static Map.Entry<Object, Object> entry(Object key, Object value) {
    Toll.allocate(MeteredCollection.OBJECT_BYTES);
    return new Pair<>(Objects.requireNonNull(key), Objects.requireNonNull(value), true);
  }

  /** Twin of {@link Map#ofEntries}. */
  public static Map<Object, Object> ofEntries(Map.Entry<?, ?>[] entries) {
    HashTable<Object, Object> map = new HashTable<>(entries.length);
    for (Map.Entry<?, ?> entry : entries) {
      add(map, entry.getKey(), entry.getValue());
    }
    return fixed(map);
  }

  public static Map<Object, Object> of() {
    return all();
  }

  public static Map<Object, Object> of(Object a, Object aa) {
    return all(a, aa);
  }

  public static Map<Object, Object> of(Object a, Object aa, Object b, Object bb) {
    return all(a, aa, b, bb);
  }

  @SuppressWarnings("TooManyParameters")
  public static Map<Object, Object> of(
      Object a, Object aa, Object b, Object bb, Object c, Object cc) {
    return all(a, aa, b, bb, c, cc);
  }

  @SuppressWarnings("TooManyParameters")
  public static Map<Object, Object> of(
      Object a, Object aa, Object b, Object bb, Object c, Object cc, Object d, Object dd) {
    return all(a, aa, b, bb, c, cc, d, dd);
  }

  @SuppressWarnings("TooManyParameters")
  public static Map<Object, Object> of(
      Object a,
      Object aa,
      Object b,
      Object bb,
      Object c,
      Object cc,
      Object d,
      Object dd,
      Object e,
      Object ee) {
    return all(a, aa, b, bb, c, cc, d, dd, e, ee);
  }

  @SuppressWarnings("TooManyParameters")
  public static Map<Object, Object> of(
      Object a,
      Object aa,
      Object b,
      Object bb,
      Object c,
      Object cc,
      Object d,
      Object dd,
      Object e,
      Object ee,
      Object f,
      Object ff) {
    return all(a, aa, b, bb, c, cc, d, dd, e, ee, f, ff);
  }

  @SuppressWarnings("TooManyParameters")
  public static Map<Object, Object> of(
      Object a,
      Object aa,
      Object b,
      Object bb,
      Object c,
      Object cc,
      Object d,
      Object dd,
      Object e,
      Object ee,
      Object f,
      Object ff,
      Object g,
      Object gg) {
    return all(a, aa, b, bb, c, cc, d, dd, e, ee, f, ff, g, gg);
  }

  @SuppressWarnings("TooManyParameters")
  public static Map<Object, Object> of(
      Object a,
      Object aa,
      Object b,
      Object bb,
      Object c,
      Object cc,
      Object d,
      Object dd,
      Object e,
      Object ee,
      Object f,
      Object ff,
      Object g,
      Object gg,
      Object h,
      Object hh) {
    return all(a, aa, b, bb, c, cc, d, dd, e, ee, f, ff, g, gg, h, hh);
  }

  @SuppressWarnings("TooManyParameters")
  public static Map<Object, Object> of(
      Object a,
      Object aa,
      Object b,
      Object bb,
      Object c,
      Object cc,
      Object d,
      Object dd,
      Object e,
      Object ee,
      Object f,
      Object ff,
      Object g,
      Object gg,
      Object h,
      Object hh,
      Object i,
      Object ii) {
    return all(a, aa, b, bb, c, cc, d, dd, e, ee, f, ff, g, gg, h, hh, i, ii);
  }

  @SuppressWarnings("TooManyParameters")
  public static Map<Object, Object> of(
      Object a,
      Object aa,
      Object b,
      Object bb,
      Object c,
      Object cc,
      Object d,
      Object dd,
      Object e,
      Object ee,
      Object f,
      Object ff,
      Object g,
      Object gg,
      Object h,
      Object hh,
      Object i,
      Object ii,
      Object j,
      Object jj) {
    return all(a, aa, b, bb, c, cc, d, dd, e, ee, f, ff, g, gg, h, hh, i, ii, j, jj);
  }
}
