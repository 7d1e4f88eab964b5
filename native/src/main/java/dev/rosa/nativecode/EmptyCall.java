package dev.rosa.nativecode;

/**
 * A native method that does nothing, in every library of ROSA, to measure the cost of a call by
 * JNI. Benches find it by name; one of the libraries has to be loaded by then. Thread-safe.
 */
final class EmptyCall {

  private EmptyCall() {}

  /** Returns {@code value}. */
  static native int call(int value);
}
