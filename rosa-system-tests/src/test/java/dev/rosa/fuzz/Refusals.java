package dev.rosa.fuzz;

/** Checks of every refusal's message. */
final class Refusals {

  private static final int LONGEST = 2_000;

  private Refusals() {}

  /** One line, not empty, of a length that fits a log. */
  static void check(Exception refusal) {
    String message = refusal.getMessage();
    if (message == null || message.isBlank()) {
      throw new AssertionError("a refusal that does not say why", refusal);
    }
    if (message.lines().count() != 1 || message.length() > LONGEST) {
      throw new AssertionError("a refusal that is not one line of sane length", refusal);
    }
  }
}
