package dev.rosa.firewall.plane.intake;

import dev.rosa.evidence.Proof;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Event at the reporters' socket, with a counter each. */
public enum IntakeEvent {
  /** A reporter's connection was admitted. */
  CONNECTED,
  /** Evidence was queued for the deciding thread. */
  TAKEN,
  /** A connection was refused: as many are open as may be. */
  ALL_CONNECTIONS,
  /** A connection was refused: its user has as many as one may have. */
  CONNECTIONS_OF_USER,
  /** A connection was refused: its user may claim nothing, or the kernel does not name it. */
  NO_REPORTER,
  /** Evidence was refused: its proof is more than the user may claim. */
  CLAIM_REFUSED,
  /** Evidence was dropped: more than the user may report in this time. */
  OVER_RATE,
  /** Evidence was dropped: the deciding thread is behind. */
  QUEUE_FULL,
  /** A line was ignored: it is no evidence. */
  BAD_LINE,
  /** A connection was ended: its line is too long. */
  LONG_LINE,
  /** A connection ended, or was ended after a while, within a line. */
  HALF_LINE,
  /** A connection was ended: the reporter does not read the notices of bans. */
  SLOW_READER;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Its word in logs and on pages. */
  public String label() {
    return label;
  }

  /** Words for the reporter whose line was refused, printable ASCII. */
  String reason(Set<Proof> claims) {
    return switch (this) {
      case CLAIM_REFUSED -> "this user may claim " + words(claims);
      case OVER_RATE -> "more than this user may report in this time";
      case QUEUE_FULL -> "the plane is behind";
      case BAD_LINE -> "it is no evidence";
      case HALF_LINE -> "the line has no end";
      default -> "";
    };
  }

  private static String words(Set<Proof> proofs) {
    return proofs.stream()
        .sorted(Comparator.reverseOrder())
        .map(Proof::word)
        .collect(Collectors.joining(", "));
  }

  /** True if it is a complaint about a reporter. */
  boolean isComplaint() {
    return this != CONNECTED && this != TAKEN;
  }
}
