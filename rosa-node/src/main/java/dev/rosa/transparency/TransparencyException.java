package dev.rosa.transparency;

/**
 * Exception for a transparency log's text or proof that does not hold; the message is one line for
 * a person.
 */
public final class TransparencyException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says what was found, and what was expected. */
  public TransparencyException(String message) {
    super(message);
  }
}
