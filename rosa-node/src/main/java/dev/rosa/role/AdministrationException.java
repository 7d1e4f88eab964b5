package dev.rosa.role;

/** Exception for an administration command that cannot be carried out; the message is one line. */
public final class AdministrationException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Makes one from a finished sentence. */
  public AdministrationException(String message) {
    super(message);
  }

  /** Makes one from a finished sentence, keeping what led to it. */
  public AdministrationException(String message, Throwable cause) {
    super(message, cause);
  }
}
