package dev.rosa.bundle.admission;

import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rules for fields whose values all workers and sessions share: static ones, and those of enum
 * constants. They are final and hold a primitive, a text, an enum of the bundle, or an array of
 * primitives, so that code keeps nothing there from packet to packet. Stateless.
 */
public final class StaticFields {

  /** Advice for all of them. */
  public static final String INSTEAD =
      "use a field of the application's instance, or packet.sessionState()";

  private static final String TEXT = "java/lang/String";

  private StaticFields() {}

  /**
   * The rule that a field breaks; empty: none.
   *
   * @param ofEnum whether its class is an enum or extends one
   * @param isEnum tells the bundle's enums by internal name
   */
  public static String broken(
      int access, String name, Type type, boolean ofEnum, Predicate<String> isEnum) {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    if (!isStatic && !ofEnum) {
      return "";
    }
    String kind = isStatic ? "static field " : "field of an enum, ";
    if ((access & Opcodes.ACC_FINAL) == 0) {
      return "has a " + kind + name + " that is not final: all workers share it";
    }
    if (!mayBeShared(type, isEnum) && !isListOfConstants(access, type, isEnum)) {
      return "has a %s%s of type %s, which can be changed: all workers share it"
          .formatted(kind, name, type.getClassName());
    }
    return "";
  }

  private static boolean mayBeShared(Type type, Predicate<String> isEnum) {
    return switch (type.getSort()) {
      case Type.OBJECT ->
          type.getInternalName().equals(TEXT) || isEnum.test(type.getInternalName());
      case Type.ARRAY -> type.getDimensions() == 1 && type.getElementType().getSort() < Type.ARRAY;
      default -> true;
    };
  }

  /** {@code $VALUES}, which compilers add to enums: an array that only they can name. */
  private static boolean isListOfConstants(int access, Type type, Predicate<String> isEnum) {
    return (access & Opcodes.ACC_SYNTHETIC) != 0
        && (access & Opcodes.ACC_PRIVATE) != 0
        && type.getSort() == Type.ARRAY
        && type.getDimensions() == 1
        && type.getElementType().getSort() == Type.OBJECT
        && isEnum.test(type.getElementType().getInternalName());
  }
}
