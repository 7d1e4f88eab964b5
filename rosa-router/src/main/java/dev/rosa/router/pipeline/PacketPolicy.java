package dev.rosa.router.pipeline;

import dev.rosa.wire.active.Suite;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * The operator's policy for packets: domain, suites, clock skew, and the packets to drop or forward
 * (PROTOCOL §5 steps 1–5).
 *
 * @param domain the security domain this router belongs to, unsigned
 * @param nodeId this router's, never 0, unsigned: the writer of its nonces
 * @param suites accepted in this domain
 * @param skew how far clocks may be apart
 * @param leastHopLimit TTL or hop limit that a packet must arrive with, at least 2
 * @param dropForeignDomain drop packets of other domains instead of forwarding them
 * @param dropRefusedCode drop packets whose code this router may not have instead of forwarding
 *     them
 * @param dropBehindHeaders drop IPv6 packets that have further extension headers in front of UDP to
 *     port 3322 instead of forwarding them
 * @param dropWhenStale drop active packets while the state of the domain has ended
 */
public record PacketPolicy(
    int domain,
    int nodeId,
    Set<Suite> suites,
    Duration skew,
    int leastHopLimit,
    boolean dropForeignDomain,
    boolean dropRefusedCode,
    boolean dropBehindHeaders,
    boolean dropWhenStale) {

  /** Takes a copy of the suites. */
  public PacketPolicy {
    suites = EnumSet.copyOf(suites);
  }

  /** The skew in seconds, rounded up. */
  public long skewSeconds() {
    return skew.plusMillis(999).toSeconds();
  }

  boolean accepts(Suite suite) {
    return suite != null && suites.contains(suite);
  }
}
