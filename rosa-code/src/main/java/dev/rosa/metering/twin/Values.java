package dev.rosa.metering.twin;

import java.util.Comparator;
import java.util.Objects;
import java.util.function.Supplier;

/** Twins of {@link Objects}: methods of objects that may be null. Stateless. */
public final class Values {

  private static final int STEP = 32;
  private static final int LOOK = 8;

  private Values() {}

  /** Twin of {@link Objects#equals}. */
  public static boolean equals(Object one, Object other) {
    if (one == null || one == other) {
      Toll.pay(LOOK);
      return one == other;
    }
    return Things.equals(one, other);
  }

  /** Twin of {@link Objects#hashCode}. */
  public static int hashCode(Object one) {
    if (one == null) {
      Toll.pay(LOOK);
      return 0;
    }
    return Things.hashCode(one);
  }

  /** Twin of {@link Objects#hash}. */
  public static int hash(Object[] all) {
    return ArrayCalls.hashCode(all);
  }

  /** Twin of {@link Objects#toString(Object)}. */
  public static String toString(Object one) {
    return toString(one, "null");
  }

  /** Twin of {@link Objects#toString(Object, String)}. */
  public static String toString(Object one, String otherwise) {
    Toll.pay(STEP);
    return one == null ? otherwise : Things.toString(one);
  }

  /** Twin of {@link Objects#compare}. */
  public static int compare(Object one, Object other, Comparator<?> order) {
    Toll.pay(STEP);
    return one == other ? 0 : Orders.compare(Objects.requireNonNull(order), one, other);
  }

  /** Twin of {@link Objects#requireNonNullElseGet}. */
  public static Object requireNonNullElseGet(Object one, Supplier<?> otherwise) {
    Toll.pay(STEP);
    return one != null ? one : Objects.requireNonNull(otherwise.get(), "supplier.get()");
  }
}
