package dev.rosa.firewall.assistant;

import dev.rosa.network.OwnershipMark;
import java.util.List;

/**
 * Pair of links that is made for a role. Packets leave it by its first end to where they came from.
 * Immutable.
 *
 * @param mark of its owner
 * @param link the first end, the kernel's
 * @param peer the other one, the role's
 */
public record LinkPair(OwnershipMark mark, String link, String peer) {

  /** Names of both ends. */
  public List<String> ends() {
    return List.of(link, peer);
  }
}
