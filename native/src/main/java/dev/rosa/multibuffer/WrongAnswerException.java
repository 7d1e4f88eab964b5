package dev.rosa.multibuffer;

/**
 * Exception for an intel-ipsec-mb that is present but computes wrongly; an absent one is no error.
 */
final class WrongAnswerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  WrongAnswerException(String sentence) {
    super(sentence);
  }
}
