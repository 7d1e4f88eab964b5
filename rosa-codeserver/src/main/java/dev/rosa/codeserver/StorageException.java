package dev.rosa.codeserver;

/** A storage that cannot be used; the message is one line for a person. */
final class StorageException extends Exception {

  private static final long serialVersionUID = 1L;

  StorageException(String message, Throwable cause) {
    super(message, cause);
  }

  StorageException(String message) {
    super(message);
  }
}
