package dev.rosa.nativecode;

/**
 * Reason why a native library cannot be used: its message is a sentence for the operator, without a
 * full stop.
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
