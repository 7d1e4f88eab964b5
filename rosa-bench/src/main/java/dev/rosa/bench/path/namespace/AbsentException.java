package dev.rosa.bench.path.namespace;

/** Something that takes part where it can, and cannot here; the message says why. */
public final class AbsentException extends Exception {

  private static final long serialVersionUID = 1L;

  public AbsentException(String why) {
    super(why);
  }
}
