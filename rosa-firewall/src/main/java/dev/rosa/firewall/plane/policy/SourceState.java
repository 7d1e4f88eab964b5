package dev.rosa.firewall.plane.policy;

import dev.rosa.evidence.Evidence;
import dev.rosa.firewall.plane.ban.Source;
import java.util.List;
import java.util.Optional;

/**
 * All that the policy knows of a source. Immutable.
 *
 * @param source the source that evidence about it counts for
 * @param ban the ban that it is in
 * @param limit the limit that it is in
 * @param allowed why it is never banned
 * @param score its score from proven evidence
 * @param unprovenScore its score from evidence without proof
 * @param reports pieces of evidence that are remembered
 * @param offences bans that are not forgotten
 * @param evidence the last evidence, the oldest first
 */
public record SourceState(
    Source source,
    Optional<HeldBan> ban,
    Optional<HeldBan> limit,
    Optional<String> allowed,
    double score,
    double unprovenScore,
    long reports,
    int offences,
    List<Evidence> evidence) {

  public SourceState {
    evidence = List.copyOf(evidence);
  }
}
