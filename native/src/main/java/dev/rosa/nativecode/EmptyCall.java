package dev.rosa.nativecode;

/**
 * A native method that does nothing, in every library of ROSA: its cost is that of JNI. Benches
 * find it by name; one of the libraries has to be loaded by then. Thread-safe.
 */
final class EmptyCall {

  private EmptyCall() {}

  /** Returns {@code value}. */
  static native int call(int value);
}
