package dev.rosa.code;

/** Loading of programs that have to load. Stateless. */
final class Loading {

  private Loading() {}

  /** The program in a jar; a failure is one of the test. */
  // Code throws what it likes.
  @SuppressWarnings("CatchThrowable")
  static MeteredProgram of(byte[] jar) {
    try {
      return MeteredProgram.load(jar);
    } catch (Throwable failure) {
      throw new AssertionError("the program does not load: " + failure.getMessage(), failure);
    }
  }
}
