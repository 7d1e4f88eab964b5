package dev.rosa.multibuffer;

/** A library that is present but computes wrongly; unlike an absent one, it is an error. */
final class WrongAnswerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  WrongAnswerException(String sentence) {
    super(sentence);
  }
}
