package dev.rosa.as;

/** An administration command that cannot be carried out; the message is one line. */
final class AdministrationException extends Exception {
  private static final long serialVersionUID = 1L;

  AdministrationException(String message) {
    super(message);
  }
}
