package dev.rosa.metering.twin;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Twins of {@link Comparator}'s methods that make comparators of comparators. Those made here count
 * the stack and pay for each step, as they nest. Stateless.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
public final class Orders {

  private static final int STEP = 24;
  private static final int OBJECT_BYTES = 24;

  /** Comparator that pays for itself. */
  private interface Order extends Comparator<Object>, Nameless {}

  private static final Order NATURAL = (one, other) -> Things.compareTo((Comparable) one, other);
  private static final Order REVERSE = (one, other) -> Things.compareTo((Comparable) other, one);

  private Orders() {}

  /**
   * The order of two objects by a comparator, or by nature if there is none.
   *
   * @param order of code or of a twin, or null
   */
  public static int compare(Comparator<?> order, Object one, Object other) {
    if (order == null) {
      return Things.compareTo((Comparable<?>) one, other);
    }
    Toll.pay(STEP);
    Toll.enter();
    int result = ((Comparator<Object>) order).compare(one, other);
    Toll.leave();
    return result;
  }

  private static Comparator made(Order order) {
    Toll.pay(STEP);
    Toll.allocate(OBJECT_BYTES);
    return order;
  }

  private static Object key(Function by, Object one) {
    Toll.pay(STEP);
    Toll.enter();
    Object key = by.apply(one);
    Toll.leave();
    return key;
  }

  public static Comparator naturalOrder() {
    Toll.pay(4);
    return NATURAL;
  }

  public static Comparator reverseOrder() {
    Toll.pay(4);
    return REVERSE;
  }

  /** Twin of {@link java.util.Collections#reverseOrder(Comparator)}. */
  public static Comparator reverseOrder(Comparator order) {
    return order == null ? REVERSE : reversed(order);
  }

  public static Comparator reversed(Comparator order) {
    Objects.requireNonNull(order);
    return made((one, other) -> compare(order, other, one));
  }

  public static Comparator comparing(Function by) {
    return comparing(by, NATURAL);
  }

  public static Comparator comparing(Function by, Comparator order) {
    Objects.requireNonNull(by);
    Objects.requireNonNull(order);
    return made((one, other) -> compare(order, key(by, one), key(by, other)));
  }

  public static Comparator comparingInt(ToIntFunction by) {
    return comparing(one -> by.applyAsInt(one));
  }

  public static Comparator comparingLong(ToLongFunction by) {
    return comparing(one -> by.applyAsLong(one));
  }

  public static Comparator comparingDouble(ToDoubleFunction by) {
    return comparing(one -> by.applyAsDouble(one));
  }

  public static Comparator thenComparing(Comparator first, Comparator second) {
    Objects.requireNonNull(first);
    Objects.requireNonNull(second);
    return made(
        (one, other) -> {
          int result = compare(first, one, other);
          return result != 0 ? result : compare(second, one, other);
        });
  }

  public static Comparator thenComparing(Comparator first, Function by) {
    return thenComparing(first, comparing(by));
  }

  public static Comparator thenComparing(Comparator first, Function by, Comparator order) {
    return thenComparing(first, comparing(by, order));
  }

  public static Comparator thenComparingInt(Comparator first, ToIntFunction by) {
    return thenComparing(first, comparingInt(by));
  }

  public static Comparator thenComparingLong(Comparator first, ToLongFunction by) {
    return thenComparing(first, comparingLong(by));
  }

  public static Comparator thenComparingDouble(Comparator first, ToDoubleFunction by) {
    return thenComparing(first, comparingDouble(by));
  }

  public static Comparator nullsFirst(Comparator order) {
    return nulls(order, -1);
  }

  public static Comparator nullsLast(Comparator order) {
    return nulls(order, 1);
  }

  private static Comparator nulls(Comparator order, int ofNull) {
    return made(
        (one, other) -> {
          Toll.pay(STEP);
          if (one == null || other == null) {
            return one == other ? 0 : one == null ? ofNull : -ofNull;
          }
          return order == null ? 0 : compare(order, one, other);
        });
  }

  public static Comparator comparingByKey() {
    return comparingByKey(NATURAL);
  }

  public static Comparator comparingByKey(Comparator order) {
    return comparing(entry -> ((Map.Entry) entry).getKey(), order);
  }

  public static Comparator comparingByValue() {
    return comparingByValue(NATURAL);
  }

  public static Comparator comparingByValue(Comparator order) {
    return comparing(entry -> ((Map.Entry) entry).getValue(), order);
  }
}
