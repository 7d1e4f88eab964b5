package dev.rosa.firewall.assistant;

import dev.rosa.network.Link;
import dev.rosa.network.PlanRole;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Search for pairs of virtual links whose both ends are in this network namespace. Of what leaves
 * one end and comes in at the other, the kernel takes no mark off. Roles' assistant links are not
 * among them: what goes there belongs to a role. Stateless.
 */
final class InnerPairs {

  private static final Set<String> KINDS = Set.of("veth", "netkit");

  private InnerPairs() {}

  /** Ends of such pairs, by index. */
  static List<Link> endsIn(Map<String, Link> links) {
    return links.values().stream()
        .filter(link -> isPair(link, links.get(link.lower())))
        .sorted(Comparator.comparingInt(Link::index))
        .toList();
  }

  private static boolean isPair(Link link, Link other) {
    return other != null
        && KINDS.contains(link.kind())
        && other.kind().equals(link.kind())
        && other.lower().equals(link.name())
        && !isOfARole(link)
        && !isOfARole(other);
  }

  private static boolean isOfARole(Link link) {
    return link.alias().startsWith(PlanRole.ASSISTANT_LINK);
  }

  /**
   * Those that packets can pass now. An assistant link has its alias before it is up, so that none
   * is among them while it is being made.
   */
  static List<Link> passableIn(Map<String, Link> links) {
    return endsIn(links).stream()
        .filter(link -> link.up() && links.get(link.lower()).up())
        .toList();
  }
}
