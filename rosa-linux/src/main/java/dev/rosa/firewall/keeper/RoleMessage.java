package dev.rosa.firewall.keeper;

import java.util.Optional;
import java.util.stream.Stream;

/** Message of a role to its keeper: a line in a pipe. */
enum RoleMessage {
  /** The last message before the role ends as it should. */
  BYE("bye"),
  /** Question for a sign of life, never sent twice before it is answered. */
  ASK("?");

  /** More than any of them has. */
  static final int LONGEST_BYTES = 16;

  private final String line;

  RoleMessage(String line) {
    this.line = line;
  }

  String line() {
    return line;
  }

  /** Reads one; empty if it is none. */
  static Optional<RoleMessage> parse(String line) {
    return Stream.of(values()).filter(message -> message.line.equals(line)).findFirst();
  }
}
