package dev.rosa.nativecode;

/**
 * Exception with the reason why a native library cannot be used: a sentence for the operator,
 * without a full stop.
 */
final class UnusableException extends Exception {

  private static final long serialVersionUID = 1L;

  UnusableException(String sentence) {
    super(sentence);
  }

  UnusableException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
