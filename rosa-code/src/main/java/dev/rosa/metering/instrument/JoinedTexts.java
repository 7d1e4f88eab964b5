package dev.rosa.metering.instrument;

/**
 * Count of the letters in the texts that call sites of one bundle are replaced by. A call site of a
 * few bytes may name one long text thousands of times.
 */
final class JoinedTexts {

  /** As many as a jar of the usual size has bytes. */
  private static final int MOST_LETTERS = 1 << 20;

  private long letters;

  /**
   * Counts a text before it is made.
   *
   * @throws Unmeterable if there are too many
   */
  void take(int length) {
    letters += length;
    if (letters > MOST_LETTERS) {
      throw new Unmeterable(
          "joins a text too many: those of the bundle have more than %d letters in all"
              .formatted(MOST_LETTERS));
    }
  }
}
