package dev.rosa.metering.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/**
 * Units for casts to a type, and for tests of it. A JVM knows a class's superclasses by their
 * places. It searches all others, interfaces above all, among all supertypes of an object, but for
 * the one that it found last. One bundle's.
 */
final class TypeTests {

  /** A search that the last one does not help. */
  private static final int SEARCH = 32;

  /**
   * Supertypes of a class that a JVM looks through for the time of an instruction; more cost one.
   */
  private static final int SUPERTYPES_FOR_NOTHING = 8;

  /** Superclasses of the bundle that have a place for certain; few where the JDK has some more. */
  private static final int PLACES = 6;

  private static final int PLACES_BELOW_OTHERS = 2;

  private final BundleTypes types;
  private final int looks;

  TypeTests(BundleTypes types) {
    this.types = types;
    int most = 0;
    for (ClassNode type : types.all()) {
      most = Math.max(most, types.ancestors(type.name).size());
    }
    this.looks = 1 + Math.max(0, most - SUPERTYPES_FOR_NOTHING);
  }

  /** Units for a look at the supertypes of any object. */
  int looks() {
    return looks;
  }

  /** Units for a cast to a type of this internal name or array descriptor, or for a test of it. */
  int units(String name) {
    Type type = Type.getObjectType(name);
    boolean isArray = type.getSort() == Type.ARRAY;
    Type element = isArray ? type.getElementType() : type;
    int dimensions = isArray ? type.getDimensions() : 0;
    boolean isPrimitive = element.getSort() < Type.ARRAY;
    boolean known = isPrimitive || hasPlace(element.getInternalName(), dimensions);
    return known ? looks : looks + SEARCH;
  }

  private boolean hasPlace(String name, int dimensions) {
    if (!types.isOwn(name)) {
      return !OutsideClasses.load(name).isInterface();
    }
    int generations = dimensions;
    for (ClassNode at = types.own(name); at != null; at = types.own(at.superName)) {
      generations++;
    }
    boolean isInterface = (types.own(name).access & Opcodes.ACC_INTERFACE) != 0;
    return !isInterface && generations <= places(types.outsideClass(name));
  }

  private static int places(String outside) {
    return switch (outside) {
      case "java/lang/Object", "java/lang/Record", "java/lang/Enum" -> PLACES;
      default -> PLACES_BELOW_OTHERS;
    };
  }
}
