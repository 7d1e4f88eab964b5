package dev.rosa.bench.shootout.work;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;

/**
 * Call of the C library's {@code int abs(int)} in JNA's two ways, to measure the cost of a call.
 */
final class JnaCalls {

  /** By an interface, which JNA implements by a proxy. */
  interface Mapped extends Library {
    int abs(int value);
  }

  /** By a native method, which JNA binds. */
  static final class Direct {
    static {
      Native.register(Direct.class, Platform.C_LIBRARY_NAME);
    }

    private Direct() {}

    static native int abs(int value);
  }

  static final Mapped MAPPED = Native.load(Platform.C_LIBRARY_NAME, Mapped.class);

  private JnaCalls() {}
}
