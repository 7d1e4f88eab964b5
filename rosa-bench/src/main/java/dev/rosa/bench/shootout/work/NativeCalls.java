package dev.rosa.bench.shootout.work;

import dev.rosa.wire.active.Suite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Handle to an empty native method, to measure the cost of a call. It is found by name, because no
 * module compiles against ROSA's libraries. A constant handle to a native method costs nothing
 * besides the call.
 */
final class NativeCalls {

  private static final String CLASS = "dev.rosa.nativecode.EmptyCall";

  /** {@code int call(int)}. */
  static final MethodHandle JNI = find();

  private NativeCalls() {}

  private static MethodHandle find() {
    try {
      // Each of the two that is present loads its library.
      for (Contender contender : Contenders.known().all()) {
        if (Contender.NATIVE.contains(contender.name()) && contender.isPresent()) {
          contender.serves(Suite.HMAC_SHA256);
        }
      }
      Class<?> holder = Class.forName(CLASS);
      MethodHandle handle =
          MethodHandles.privateLookupIn(holder, MethodHandles.lookup())
              .findStatic(holder, "call", MethodType.methodType(int.class, int.class));
      if ((int) handle.invokeExact(1) != 1) {
        throw new IllegalStateException(CLASS + " does not return what it was given");
      }
      return handle;
    } catch (Throwable e) {
      throw new IllegalStateException("no native library of ROSA's is loaded", e);
    }
  }
}
