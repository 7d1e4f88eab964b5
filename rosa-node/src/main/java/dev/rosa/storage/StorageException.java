package dev.rosa.storage;

/**
 * Exception for a database that cannot be used, such as one on a full disk; the message is one
 * line.
 */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StorageException(String message, Throwable cause) {
    super(message, cause);
  }
}
