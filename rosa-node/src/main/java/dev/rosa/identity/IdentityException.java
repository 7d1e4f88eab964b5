package dev.rosa.identity;

/**
 * Exception for an identity or signed statement that cannot be made, loaded or trusted; its message
 * is one line for a person.
 */
public class IdentityException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Says what is wrong, where, and what was expected. */
  public IdentityException(String message) {
    super(message);
  }

  /** Says what is wrong, and keeps what it came from. */
  public IdentityException(String message, Throwable cause) {
    super(message, cause);
  }
}
