package dev.rosa.bench.shootout.work;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;

/**
 * {@code int abs(int)} of the C library by {@code java.lang.foreign}, which is final from Java 22
 * on. These classes are compiled for 17, so the handles are made by reflection; calling one is no
 * different then.
 */
final class ForeignCalls {

  private static final int FIRST_VERSION = 22;
  private static final String PACKAGE = "java.lang.foreign.";

  static final MethodHandle ABS = abs(false);
  static final MethodHandle CRITICAL_ABS = abs(true);

  private ForeignCalls() {}

  /** Whether this JVM has it. */
  static boolean isThere() {
    return Runtime.version().feature() >= FIRST_VERSION;
  }

  private static MethodHandle abs(boolean critical) {
    if (!isThere()) {
      throw new IllegalStateException("needs Java 22 or newer");
    }
    try {
      Class<?> layout = foreign("MemoryLayout");
      Object anInt = foreign("ValueLayout").getField("JAVA_INT").get(null);
      Object oneInt = Array.newInstance(layout, 1);
      Array.set(oneInt, 0, anInt);
      Object descriptor =
          foreign("FunctionDescriptor")
              .getMethod("of", layout, oneInt.getClass())
              .invoke(null, anInt, oneInt);
      Object linker = foreign("Linker").getMethod("nativeLinker").invoke(null);
      return handle(linker, symbol(linker), descriptor, options(critical));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the foreign-function API is not as expected: " + e, e);
    }
  }

  private static MethodHandle handle(
      Object linker, Object symbol, Object descriptor, Object options)
      throws ReflectiveOperationException {
    Method downcall =
        foreign("Linker")
            .getMethod(
                "downcallHandle",
                foreign("MemorySegment"),
                foreign("FunctionDescriptor"),
                options.getClass());
    return (MethodHandle) downcall.invoke(linker, symbol, descriptor, options);
  }

  private static Object symbol(Object linker) throws ReflectiveOperationException {
    Object lookup = foreign("Linker").getMethod("defaultLookup").invoke(linker);
    Optional<?> found =
        (Optional<?>) foreign("SymbolLookup").getMethod("find", String.class).invoke(lookup, "abs");
    return found.orElseThrow(() -> new InvocationTargetException(null, "there is no abs"));
  }

  private static Object options(boolean critical) throws ReflectiveOperationException {
    Class<?> option = foreign("Linker$Option");
    Object options = Array.newInstance(option, critical ? 1 : 0);
    if (critical) {
      Array.set(options, 0, option.getMethod("critical", boolean.class).invoke(null, false));
    }
    return options;
  }

  private static Class<?> foreign(String name) throws ClassNotFoundException {
    return Class.forName(PACKAGE + name);
  }
}
