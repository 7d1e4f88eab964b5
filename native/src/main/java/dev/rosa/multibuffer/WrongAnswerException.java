package dev.rosa.multibuffer;

/** The library is there, and wrong: nothing that could be done without. */
final class WrongAnswerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  WrongAnswerException(String sentence) {
    super(sentence);
  }
}
