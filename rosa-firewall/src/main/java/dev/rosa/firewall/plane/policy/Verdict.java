package dev.rosa.firewall.plane.policy;

import java.util.Locale;

/** Verdict of the policy on a piece of evidence. */
public enum Verdict {
  /** The source's score is no more than what is tolerated. */
  TOLERATED,
  /** The score is above what is tolerated, and not yet suspicious. */
  NOTICED,
  /** The score is suspicious: the source is among the last that is forgotten. */
  SUSPICIOUS,
  /** The score is malicious, and the address is proven: the source is banned. */
  BANNED,
  /** The score is malicious, and the address is not proven: the source's rate is limited. */
  LIMITED,
  /** The source is in a ban that is in force. */
  ALREADY_BANNED,
  /** The source would be banned or limited, but the plane only observes. */
  OBSERVED,
  /** The source is never banned. */
  ALLOWED,
  /** The source would be banned, but there is no room for a ban. */
  NO_ROOM;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Its word in results and on pages. */
  public String label() {
    return label;
  }
}
