package dev.rosa.rings;

import dev.rosa.nativecode.NativeLibrary;

/**
 * Loader of {@code librosa_rings.so}, which calls Linux's poll and sendmmsg for packet rings.
 * Thread-safe.
 */
final class RingsLibrary {

  static final NativeLibrary LIBRARY =
      new NativeLibrary("rosa_rings", "Linux", RingsLibrary::versions);

  private RingsLibrary() {}

  private static native String versions();
}
