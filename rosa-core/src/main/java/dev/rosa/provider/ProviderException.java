package dev.rosa.provider;

/** A provider that was named is missing, or does not do what it should. One line for a person. */
public final class ProviderException extends Exception {

  private static final long serialVersionUID = 1L;

  ProviderException(String message) {
    super(message);
  }

  ProviderException(String message, Throwable cause) {
    super(message, cause);
  }
}
