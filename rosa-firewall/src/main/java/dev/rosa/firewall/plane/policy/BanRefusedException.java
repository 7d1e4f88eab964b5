package dev.rosa.firewall.plane.policy;

/** Exception for a ban that an operator asked for and does not get; the message is one line. */
public final class BanRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  BanRefusedException(String message) {
    super(message);
  }
}
