package dev.rosa.client.demo.firewall;

import dev.rosa.client.demo.firewall.traffic.RequestCounts;
import java.util.Optional;

/**
 * Result of one host of the demo. Immutable.
 *
 * @param before requests without the plane
 * @param after requests beside the plane
 * @param ban how it was banned; empty: it was not
 */
record HostResult(
    EdgeHost host,
    RequestCounts.Snapshot before,
    RequestCounts.Snapshot after,
    Optional<BanSeen> ban) {

  /**
   * A ban that the plane has told.
   *
   * @param source what is banned: address, prefix or MAC address
   * @param layer layer of the interface at which its packets are dropped
   * @param seconds from the start of the plane
   */
  record BanSeen(String source, String layer, double seconds) {}

  /** True if the outcome is the one that this host deserves. */
  boolean isRight() {
    return switch (host.role()) {
      case HONEST ->
          ban.isEmpty() && after.refused() == 0 && after.blocked() == 0 && after.served() > 0;
      case ATTACKER -> ban.isPresent();
      case FORGER -> ban.isEmpty();
    };
  }
}
