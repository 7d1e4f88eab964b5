package dev.rosa.bench.path;

/** Something that takes part where it can, and cannot here; the message says why. */
final class AbsentException extends Exception {

  private static final long serialVersionUID = 1L;

  AbsentException(String why) {
    super(why);
  }
}
