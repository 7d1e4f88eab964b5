package dev.rosa.as.watch;

import dev.rosa.as.policy.Rule;
import dev.rosa.as.records.PolicyMemory;
import dev.rosa.control.v1.StandingReason;
import dev.rosa.keys.CodeDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The domain as far as the standing of sessions depends on it. Immutable.
 *
 * @param rules ids of all rules
 * @param epochs the newest epoch in use of each code, unsigned
 */
record DomainView(PolicyMemory.Policy policy, Set<Long> rules, Map<CodeDigest, Integer> epochs) {

  static DomainView of(PolicyMemory.Policy policy, Map<CodeDigest, Integer> epochs) {
    Set<Long> rules = policy.rules().stream().map(Rule::id).collect(Collectors.toUnmodifiableSet());
    return new DomainView(policy, rules, Map.copyOf(epochs));
  }

  /**
   * Reason for which another session should take this one's place. A session whose user or code was
   * removed goes on to its end: there is none to take its place.
   */
  Optional<StandingReason> replaced(HeldSession.Facts session) {
    Optional<CodeDigest> code = policy.code(session.codeName()).map(found -> found.digest());
    if (code.isEmpty() || policy.user(session.caller().name()).isEmpty()) {
      return Optional.empty();
    }
    if (!code.get().equals(session.code())) {
      return Optional.of(StandingReason.CODE_REPLACED);
    }
    if (!rules.contains(session.rule())) {
      return Optional.of(StandingReason.RULE_REMOVED);
    }
    Integer newest = epochs.getOrDefault(session.code(), session.epoch());
    return Integer.compareUnsigned(newest, session.epoch()) > 0
        ? Optional.of(StandingReason.EPOCH_REPLACED)
        : Optional.empty();
  }
}
