package dev.rosa.metering.instrument;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Classes outside of a bundle: those of the JDK, of the code API and of the metering runtime. They
 * are loaded and not initialised. Stateless.
 */
final class OutsideClasses {

  private static final String API = "dev/rosa/api/";

  private OutsideClasses() {}

  /** The class of this internal name, which is on the list of permitted types. */
  static Class<?> load(String internalName) {
    try {
      ClassLoader loader = OutsideClasses.class.getClassLoader();
      return Class.forName(internalName.replace('/', '.'), false, loader);
    } catch (ClassNotFoundException e) {
      throw new Unmeterable(internalName.replace('/', '.') + " is not in this JDK");
    }
  }

  static boolean isFinal(String internalName) {
    return Modifier.isFinal(load(internalName).getModifiers());
  }

  /**
   * True if a method of an heir may be one that is called by the name of this type. Only for types
   * that are the same in every JDK the answer can be no.
   */
  static boolean mayDeclare(String internalName, String method, String descriptor) {
    return switch (internalName) {
      case "java/lang/Object", "java/lang/Record" -> isOfObject(method);
      default ->
          !internalName.startsWith(API)
              || signatures(load(internalName)).contains(method + descriptor);
    };
  }

  private static boolean isOfObject(String method) {
    return switch (method) {
      case "equals", "hashCode", "toString", "clone", "finalize" -> true;
      default -> false;
    };
  }

  private static Set<String> signatures(Class<?> type) {
    Set<String> signatures = new HashSet<>();
    for (Method method : type.getMethods()) {
      signatures.add(method.getName() + Type.getMethodDescriptor(method));
    }
    return signatures;
  }

  /** The nearest class that both have as superclass; Object if one of them is an interface. */
  static String common(String one, String other) {
    Class<?> second = load(other);
    Class<?> at = load(one);
    if (at.isInterface() || second.isInterface()) {
      return "java/lang/Object";
    }
    while (!at.isAssignableFrom(second)) {
      at = at.getSuperclass();
    }
    return Type.getInternalName(at);
  }
}
