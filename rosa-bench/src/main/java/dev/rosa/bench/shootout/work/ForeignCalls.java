package dev.rosa.bench.shootout.work;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/**
 * Call of the C library's {@code int abs(int)} by {@code java.lang.foreign}, which is final from
 * Java 22 on. These classes are compiled for 17, so its classes are looked up by name when the
 * handles are made; calling a handle is no different then.
 */
final class ForeignCalls {

  private static final int FIRST_VERSION = 22;

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  static final MethodHandle ABS = abs(false);
  static final MethodHandle CRITICAL_ABS = abs(true);

  private ForeignCalls() {}

  private static MethodHandle abs(boolean critical) {
    if (Runtime.version().feature() < FIRST_VERSION) {
      throw new IllegalStateException("needs Java " + FIRST_VERSION + " or newer");
    }
    try {
      Object linker = call("Linker", "nativeLinker", null);
      Object libraries = call("Linker", "defaultLookup", linker);
      Optional<?> symbol = (Optional<?>) call("SymbolLookup", "find", libraries, "abs");
      Object javaInt = foreign("ValueLayout").getField("JAVA_INT").get(null);
      Object descriptor =
          call("FunctionDescriptor", "of", null, javaInt, array("MemoryLayout", javaInt));
      Object options =
          critical
              ? array("Linker$Option", call("Linker$Option", "critical", null, false))
              : array("Linker$Option");
      return (MethodHandle)
          call("Linker", "downcallHandle", linker, symbol.orElseThrow(), descriptor, options);
    } catch (Throwable e) {
      throw new IllegalStateException("the foreign-function API is not as expected: " + e, e);
    }
  }

  /** Calls the only method of an interface that has that name and so many parameters. */
  private static Object call(String type, String name, Object self, Object... arguments)
      throws Throwable {
    Method method =
        Arrays.stream(foreign(type).getMethods())
            .filter(one -> one.getName().equals(name))
            .filter(one -> one.getParameterCount() == arguments.length)
            .findFirst()
            .orElseThrow(() -> new NoSuchMethodException(type + "." + name));
    // This class is the caller, which the JVM asks for native access.
    MethodHandle handle = LOOKUP.unreflect(method).asFixedArity();
    return (self == null ? handle : handle.bindTo(self)).invokeWithArguments(arguments);
  }

  private static Object array(String type, Object... elements) throws ClassNotFoundException {
    Object array = Array.newInstance(foreign(type), elements.length);
    for (int i = 0; i < elements.length; i++) {
      Array.set(array, i, elements[i]);
    }
    return array;
  }

  private static Class<?> foreign(String name) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + name);
  }
}
