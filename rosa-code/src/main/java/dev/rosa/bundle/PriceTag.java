package dev.rosa.bundle;

import java.util.Locale;
import org.objectweb.asm.Type;

/**
 * Price beside one or more members of a type; {@link #of} makes it the price of one of them.
 * Immutable.
 *
 * @param fixed the price of each of them, or null if it depends on the member
 * @param twin the class of static methods, or null; an internal name
 */
record PriceTag(Kind kind, Price fixed, String twin) {

  /** Meaning of the word in the list. */
  enum Kind {
    FIXED,
    /** Methods with a receiver, and constructors. */
    TWIN,
    STATIC_TWIN,
    /** Methods that are called by {@code super}: their twins' names begin with that word. */
    SUPER,
    PREPAID
  }

  PriceTag(Kind kind, String twin) {
    this(kind, null, twin);
  }

  static PriceTag of(Price fixed) {
    return new PriceTag(Kind.FIXED, fixed, null);
  }

  /** The price of this member of the type that lists it. */
  Price of(String listedAt, String name, String descriptor) {
    return switch (kind) {
      case FIXED -> fixed;
      case PREPAID -> new Price.Prepaid(twin, "pay");
      case STATIC_TWIN -> new Price.Twin(twin, name, descriptor);
      case SUPER -> new Price.Twin(twin, superName(name), withReceiver(listedAt, descriptor));
      case TWIN ->
          name.equals("<init>")
              ? new Price.Twin(twin, "make", returning(listedAt, descriptor))
              : new Price.Twin(twin, name, withReceiver(listedAt, descriptor));
    };
  }

  private static String superName(String name) {
    return "super" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static String withReceiver(String type, String descriptor) {
    return "(L" + type + ";" + descriptor.substring(1);
  }

  private static String returning(String type, String descriptor) {
    return Type.getMethodDescriptor(Type.getObjectType(type), Type.getArgumentTypes(descriptor));
  }
}
