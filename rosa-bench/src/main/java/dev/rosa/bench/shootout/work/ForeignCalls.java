package dev.rosa.bench.shootout.work;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Optional;

/**
 * {@code int abs(int)} of the C library by {@code java.lang.foreign}, which is final from Java 22
 * on. These classes are compiled for 17, so its classes are looked up by name when the handles are
 * made; calling a handle is no different then.
 */
final class ForeignCalls {

  private static final int FIRST_VERSION = 22;

  /** With this class as the caller, which the JVM asks for native access. */
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  static final MethodHandle ABS = abs(false);
  static final MethodHandle CRITICAL_ABS = abs(true);

  private ForeignCalls() {}

  private static MethodHandle abs(boolean critical) {
    if (Runtime.version().feature() < FIRST_VERSION) {
      throw new IllegalStateException("needs Java " + FIRST_VERSION + " or newer");
    }
    try {
      Object linker =
          LOOKUP
              .findStatic(foreign("Linker"), "nativeLinker", type(foreign("Linker")))
              .invokeWithArguments();
      Object options = options(critical);
      return (MethodHandle)
          LOOKUP
              .findVirtual(
                  foreign("Linker"),
                  "downcallHandle",
                  type(
                      MethodHandle.class,
                      foreign("MemorySegment"),
                      foreign("FunctionDescriptor"),
                      options.getClass()))
              .asFixedArity()
              .invokeWithArguments(linker, symbol(linker), descriptor(), options);
    } catch (Throwable e) {
      throw new IllegalStateException("the foreign-function API is not as expected: " + e, e);
    }
  }

  /** {@code int (int)}. */
  private static Object descriptor() throws Throwable {
    Class<?> layout = foreign("MemoryLayout");
    Class<?> anInt = foreign("ValueLayout$OfInt");
    Object javaInt =
        LOOKUP.findStaticGetter(foreign("ValueLayout"), "JAVA_INT", anInt).invokeWithArguments();
    Object arguments = Array.newInstance(layout, 1);
    Array.set(arguments, 0, javaInt);
    Class<?> descriptor = foreign("FunctionDescriptor");
    return LOOKUP
        .findStatic(descriptor, "of", type(descriptor, layout, arguments.getClass()))
        .asFixedArity()
        .invokeWithArguments(javaInt, arguments);
  }

  private static Object symbol(Object linker) throws Throwable {
    Class<?> lookup = foreign("SymbolLookup");
    Object libraries =
        LOOKUP
            .findVirtual(foreign("Linker"), "defaultLookup", type(lookup))
            .invokeWithArguments(linker);
    Optional<?> found =
        (Optional<?>)
            LOOKUP
                .findVirtual(lookup, "find", type(Optional.class, String.class))
                .invokeWithArguments(libraries, "abs");
    return found.orElseThrow(() -> new IllegalStateException("there is no abs"));
  }

  private static Object options(boolean critical) throws Throwable {
    Class<?> option = foreign("Linker$Option");
    Object options = Array.newInstance(option, critical ? 1 : 0);
    if (critical) {
      Object promise =
          LOOKUP
              .findStatic(option, "critical", type(option, boolean.class))
              .invokeWithArguments(false);
      Array.set(options, 0, promise);
    }
    return options;
  }

  private static MethodType type(Class<?> result, Class<?>... parameters) {
    return MethodType.methodType(result, parameters);
  }

  private static Class<?> foreign(String name) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + name);
  }
}
