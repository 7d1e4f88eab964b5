package dev.rosa.metering.instrument;

/** Signal that something in a class cannot be metered; the message follows the place. */
final class Unmeterable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Unmeterable(String message) {
    super(message, null, false, false);
  }
}
