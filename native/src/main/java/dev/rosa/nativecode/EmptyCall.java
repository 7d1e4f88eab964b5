package dev.rosa.nativecode;

/**
 * Native method that does nothing, in every native library of ROSA, by which benches measure the
 * cost of a JNI call. Benches find it by name; one of the libraries has to be loaded by then.
 * Thread-safe.
 */
final class EmptyCall {

  private EmptyCall() {}

  /** Returns {@code value}. */
  static native int call(int value);
}
