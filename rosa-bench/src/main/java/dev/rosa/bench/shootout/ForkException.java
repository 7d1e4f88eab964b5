package dev.rosa.bench.shootout;

/**
 * Exception for a forked JVM or program that failed; the message is a sentence without a full stop.
 */
final class ForkException extends Exception {
  private static final long serialVersionUID = 1L;

  ForkException(String message, Throwable cause) {
    super(message, cause);
  }
}
