package dev.rosa.metering.twin;

import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.PermissionDeniedException;
import dev.rosa.api.RouterContext;
import dev.rosa.api.SessionState;
import java.nio.ByteBuffer;

/**
 * Twins of the methods of every object. They find the class's own method and count the stack, as
 * objects may hold objects. An object without a method of its own is equal to itself only, has the
 * hash code 0, and its class's name for a text. Stateless.
 */
public final class Things {

  private static final int DISPATCH = 200;
  private static final int TEXT = 16;
  private static final int NUMBER_CHARACTERS = 160;

  /** Units for the text of a number with a fraction: the JDK looks for zeros by a pattern. */
  private static final int FRACTION = 2_400;

  /** Loads twins, and what a router hands to code. */
  private static final ClassLoader OURS = Things.class.getClassLoader();

  private Things() {}

  /** Twin of {@link Object#equals}. */
  public static boolean equals(Object one, Object other) {
    if (one instanceof String text) {
      return Texts.equals(text, other);
    }
    Toll.pay(DISPATCH);
    if (isValue(one)) {
      return one.equals(other);
    }
    if (one instanceof ByteBuffer buffer) {
      return Buffers.equals(buffer, other);
    }
    if (!hasOwnMethods(one)) {
      return one == other;
    }
    Toll.enter();
    boolean equal = one.equals(other);
    Toll.leave();
    return equal;
  }

  /** Twin of {@link Object#hashCode}. */
  public static int hashCode(Object one) {
    if (one instanceof String text) {
      return Texts.hashCode(text);
    }
    Toll.pay(DISPATCH);
    if (isValue(one)) {
      return one.hashCode();
    }
    if (one instanceof Enum<?> constant) {
      return constant.ordinal();
    }
    if (one instanceof ByteBuffer buffer) {
      return Buffers.hashCode(buffer);
    }
    if (!hasOwnMethods(one)) {
      return 0;
    }
    Toll.enter();
    int hash = one.hashCode();
    Toll.leave();
    return hash;
  }

  /** Twin of {@link Object#toString}. */
  public static String toString(Object one) {
    if (one instanceof String text) {
      Toll.pay(TEXT);
      return text;
    }
    Toll.pay(DISPATCH);
    if (isValue(one)) {
      Toll.text(NUMBER_CHARACTERS);
      return textOf(one);
    }
    if (!hasOwnMethods(one) && !(one instanceof Enum<?>) && !(one instanceof TextBuilder)) {
      return superToString(one);
    }
    Toll.enter();
    String text = one.toString();
    Toll.leave();
    return text;
  }

  /** JDKs differ in the decimal text of a fraction: this one is hexadecimal. */
  private static String textOf(Object value) {
    if (value instanceof Double || value instanceof Float) {
      Toll.pay(FRACTION);
    }
    if (value instanceof Double number) {
      return Double.toHexString(number);
    }
    return value instanceof Float number ? Float.toHexString(number) : value.toString();
  }

  /** Twin of {@code super.equals}, where it is Object's. */
  public static boolean superEquals(Object one, Object other) {
    Toll.pay(1);
    return one == other;
  }

  /** Twin of {@code super.hashCode}, where it is Object's. */
  public static int superHashCode(Object one) {
    Toll.pay(1);
    return 0;
  }

  /** Twin of {@code super.toString}, where it is Object's, an enum's or a throwable's. */
  public static String superToString(Object one) {
    Toll.pay(DISPATCH);
    if (one instanceof Enum<?> constant) {
      return constant.name();
    }
    if (one instanceof Throwable thrown) {
      return Throwables.text(thrown);
    }
    Class<?> type = one.getClass();
    if (type.isHidden()) {
      return "lambda";
    }
    if (type.isArray()) {
      return "array";
    }
    return isOfApi(one) || one instanceof Nameless ? "object" : type.getName();
  }

  /** Twin of {@link Comparable#compareTo}. */
  @SuppressWarnings("unchecked")
  public static int compareTo(Comparable<?> one, Object other) {
    Toll.pay(DISPATCH);
    if (one instanceof String text) {
      return Texts.compareTo(text, (String) other);
    }
    if (one instanceof ByteBuffer buffer) {
      return Buffers.compareTo(buffer, (ByteBuffer) other);
    }
    Toll.enter();
    int order = ((Comparable<Object>) one).compareTo(other);
    Toll.leave();
    return order;
  }

  /**
   * Twin of {@link Enum#valueOf}.
   *
   * @throws IllegalArgumentException if the enum has no such constant
   */
  public static <E extends Enum<E>> E valueOf(Class<E> type, String name) {
    E[] constants = type.getEnumConstants();
    if (name == null) {
      throw new NullPointerException("the name of a constant is null");
    }
    if (constants != null) {
      Toll.references(constants.length);
      for (E constant : constants) {
        if (Texts.equals(constant.name(), name)) {
          return constant;
        }
      }
    }
    throw new IllegalArgumentException("no constant of this name");
  }

  /** Twin of {@link Class#desiredAssertionStatus}: assertions are off on every router. */
  public static boolean desiredAssertionStatus(Class<?> type) {
    Toll.pay(1);
    return false;
  }

  /** True for an object of the JDK whose methods take a constant time. */
  private static boolean isValue(Object one) {
    return (one instanceof Number && one.getClass().getClassLoader() == null)
        || one instanceof Boolean
        || one instanceof Character;
  }

  /**
   * True if the object's methods pay: those of twins, and of classes of a bundle. A bundle's class
   * is not asked for the interfaces here: it may have many, which the JVM looks through.
   */
  private static boolean hasOwnMethods(Object one) {
    Class<?> type = one.getClass();
    ClassLoader loader = type.getClassLoader();
    if (loader == null || type.isHidden() || type.isArray() || one instanceof Enum<?>) {
      return false;
    }
    return loader != OURS || !(one instanceof Nameless || isOfApi(one));
  }

  /** True for what a router hands to code, or throws. */
  private static boolean isOfApi(Object one) {
    return one instanceof Packet
        || one instanceof PermissionDeniedException
        || one instanceof SessionState
        || one instanceof Counter
        || one instanceof RouterContext;
  }
}
