package dev.rosa.gcrypt;

import dev.rosa.nativecode.NativeLibrary;

/** {@code librosa_gcrypt.so}, which uses the machine's {@code libgcrypt.so.20}. Thread-safe. */
final class GcryptLibrary {

  static final NativeLibrary LIBRARY =
      new NativeLibrary("rosa_gcrypt", "libgcrypt", GcryptLibrary::versions);

  private GcryptLibrary() {}

  private static native String versions();
}
