package dev.rosa.client.demo.firewall;

import dev.rosa.client.demo.firewall.traffic.RequestCounts;
import java.util.Optional;

/**
 * Result of one host of the demo. Immutable.
 *
 * @param after requests beside the plane
 * @param ban its ban; empty: it was not banned
 */
record HostResult(EdgeHost host, RequestCounts.Snapshot after, Optional<BanSeen> ban) {

  /**
   * A ban that the plane has told.
   *
   * @param layer layer of the interface at which its packets are dropped
   * @param seconds from the start of the plane
   */
  record BanSeen(String layer, double seconds) {}

  /**
   * True if an attacker was banned, and another host was neither banned nor left without answer.
   */
  boolean isRight() {
    return switch (host.role()) {
      case HONEST ->
          ban.isEmpty() && after.refused() == 0 && after.blocked() == 0 && after.served() > 0;
      case ATTACKER -> ban.isPresent();
      case FORGER -> ban.isEmpty();
    };
  }
}
