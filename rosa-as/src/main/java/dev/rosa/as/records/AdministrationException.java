package dev.rosa.as.records;

/** An administration command that cannot be carried out; the message is one line. */
public final class AdministrationException extends Exception {
  private static final long serialVersionUID = 1L;

  public AdministrationException(String message) {
    super(message);
  }
}
