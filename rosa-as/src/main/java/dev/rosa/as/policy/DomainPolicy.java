package dev.rosa.as.policy;

import dev.rosa.domainstate.RouterSkew;
import dev.rosa.wire.active.Suite;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Policy of the domain for all its users: suites, windows of time, clock skew and quotas.
 *
 * @param domain the domain's number, unsigned
 * @param suites the suites that may be issued
 * @param defaultSuite one of them, for requests that name none
 * @param maxWindow longest SET − SST
 * @param skew how far clocks may be apart
 * @param maxStartAhead how far ahead SST may lie
 * @param quotaOfUser what each user may have
 * @param recordedRefusalsPerMinute refusals of one user that the audit record has room for
 */
public record DomainPolicy(
    int domain,
    Set<Suite> suites,
    Suite defaultSuite,
    Duration maxWindow,
    Duration skew,
    Duration maxStartAhead,
    Quota quotaOfUser,
    int recordedRefusalsPerMinute) {

  public DomainPolicy {
    suites = Set.copyOf(suites);
  }

  /** Longest time after SET in which a router may take a packet: its skew may be above this one. */
  public Duration longestAfterSet() {
    return skew.compareTo(RouterSkew.MOST) > 0 ? skew : RouterSkew.MOST;
  }

  /** Longest time from a request until no packet of its session can be valid. */
  public Duration longestFromRequest() {
    return maxStartAhead.plus(maxWindow).plus(longestAfterSet());
  }

  /**
   * The suite for a request.
   *
   * @param id PROTOCOL §3; 0: the default
   */
  public Suite suiteFor(int id) throws Refusal {
    Suite suite = id == 0 ? defaultSuite : Suite.ofId(id);
    if (suite == null) {
      throw Refusal.invalid("there is no suite 0x%02x, expected %s".formatted(id, suiteNames()));
    }
    if (!suites.contains(suite)) {
      throw Refusal.denied(
          "suite %s is not allowed in this domain, expected %s".formatted(suite, suiteNames()));
    }
    return suite;
  }

  /** The allowed suites' names in the order of their ids. */
  public String suiteNames() {
    return suites.stream().sorted().map(Suite::protocolName).collect(Collectors.joining(", "));
  }
}
