package dev.rosa.bench.namespace;

/**
 * Exception for a part of the bench that is left out, as this machine cannot run it; the message
 * says why.
 */
public final class AbsentException extends Exception {

  private static final long serialVersionUID = 1L;

  public AbsentException(String why) {
    super(why);
  }
}
