package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.NeverBanned;
import java.util.Optional;

/**
 * Answers of the allowed sources, which change meanwhile, to the policy. Thread-safe.
 *
 * @param allowed the sources
 */
record NeverBannedNow(AllowedSources allowed) implements NeverBanned {

  @Override
  public Optional<String> why(Source source) {
    return allowed.why(source);
  }

  @Override
  public Optional<String> whyEnds(Source banned, boolean byOperator) {
    return allowed.whyEnds(banned, byOperator);
  }
}
