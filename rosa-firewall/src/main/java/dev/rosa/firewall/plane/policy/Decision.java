package dev.rosa.firewall.plane.policy;

import dev.rosa.evidence.Evidence;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import java.util.List;

/**
 * Decision of the policy on a piece of evidence. Immutable.
 *
 * @param evidence the evidence
 * @param source the source that it counts for: an address, or the prefix of an IPv6 address
 * @param verdict the verdict
 * @param score the source's score with this evidence
 * @param bans bans to put in force; more than one if a prefix is banned, too
 * @param reason why, in one line
 * @param timeMillis when, on the policy's clock
 */
public record Decision(
    Evidence evidence,
    Source source,
    Verdict verdict,
    double score,
    List<Ban> bans,
    String reason,
    long timeMillis) {

  public Decision {
    bans = List.copyOf(bans);
  }
}
