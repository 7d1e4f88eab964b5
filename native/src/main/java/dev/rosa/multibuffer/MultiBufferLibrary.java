package dev.rosa.multibuffer;

import dev.rosa.nativecode.NativeLibrary;

/** Loader of {@code librosa_multibuffer.so}, with intel-ipsec-mb inside. Thread-safe. */
final class MultiBufferLibrary {

  static final NativeLibrary LIBRARY =
      new NativeLibrary("rosa_multibuffer", "intel-ipsec-mb", MultiBufferLibrary::versions);

  private MultiBufferLibrary() {}

  private static native String versions();
}
