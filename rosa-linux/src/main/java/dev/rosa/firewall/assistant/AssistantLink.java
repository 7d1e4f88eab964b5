package dev.rosa.firewall.assistant;

import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pair of virtual Ethernet interfaces by which diverted packets leave the kernel or come back; the
 * keeper process makes, mends and removes it. It joins kernel and role on one machine, or takes
 * back packets from another machine. It has no address, and no packet is IP's there: it is a wire
 * to a packet socket and from there to {@link ReturnPath}. One thread at a time.
 */
public final class AssistantLink {

  /** IPv6 does without links that carry less. */
  private static final int LEAST_MTU = 1280;

  private static final String DISABLE_IPV6 = "ipv6/conf/%s/disable_ipv6";

  private final Kernel kernel;
  private final LinkPair pair;
  private final String otherNames;

  /**
   * A link that is not made yet.
   *
   * @param otherNames how an operator gives it other names, for an error message
   */
  public AssistantLink(Kernel kernel, LinkPair pair, String otherNames) {
    this.kernel = kernel;
    this.pair = pair;
    this.otherNames = otherNames;
  }

  /**
   * Makes it.
   *
   * @param links what is there; neither of its names may be
   * @param sources where packets come in
   */
  public void make(Map<String, Link> links, List<Source> sources) throws IOException {
    String link = pair.link();
    String peer = pair.peer();
    kernel.ip(
        ("link add name "
                + link
                + " address "
                + pair.mark().mac(link)
                + " type veth peer name "
                + peer)
            .concat(" address " + pair.mark().mac(peer))
            .split(" "));
    String mtu = Integer.toString(mtuBytes(links, sources));
    for (String end : pair.ends()) {
      kernel.ip("link", "set", "dev", end, "alias", pair.mark().onLink());
      kernel.ip("link", "set", "dev", end, "arp", "off", "mtu", mtu);
      if (kernel.setting(DISABLE_IPV6.formatted(end)).isPresent()) {
        kernel.setting(DISABLE_IPV6.formatted(end), "1");
      }
    }
    // A machine may send a segment in one piece for a network card to cut up: the role gets the
    // pieces.
    kernel.ip("link", "set", "dev", link, "gso_max_segs", "1");
    kernel.ip("link", "set", "dev", link, "up");
    kernel.ip("link", "set", "dev", peer, "up");
  }

  /**
   * True if both ends exist, carry their owner's mark, have the addresses that they were made with,
   * and are up. The role sends to such an address: a frame to another one is for another machine.
   */
  public boolean isWhole(Map<String, Link> links) {
    return pair.ends().stream().allMatch(end -> isOurs(links.get(end)));
  }

  private boolean isOurs(Link link) {
    return link != null
        && link.up()
        && link.alias().equals(pair.mark().onLink())
        && link.mac().equals(pair.mark().mac(link.name()));
  }

  /**
   * Removes what an earlier run left.
   *
   * @return whether there was anything
   * @throws IOException if something of one of its names is not its owner's
   */
  public boolean removeLeftovers(Map<String, Link> links) throws IOException {
    boolean found = false;
    for (String end : pair.ends()) {
      Link there = links.get(end);
      if (there != null) {
        requireOurs(there);
        found = true;
      }
    }
    if (found) {
      remove(links);
    }
    return found;
  }

  private void requireOurs(Link there) throws IOException {
    if (pair.mark().isOn(there)) {
      return;
    }
    Optional<String> owner = pair.mark().role().ownerOf(there);
    throw new IOException(
        "there is an interface %s already, and it is %s: remove it, or give %s"
            .formatted(
                there.name(),
                owner
                    .map(name -> "that of " + pair.mark().role().ownerWord() + " " + name)
                    .orElse("not ROSA's"),
                otherNames));
  }

  /** Takes it away: with one end goes the other. */
  public void remove(Map<String, Link> links) throws IOException {
    for (String end : pair.ends()) {
      Link there = links.get(end);
      if (there != null && pair.mark().isOn(there)) {
        kernel.ip("link", "del", "dev", end);
        return;
      }
    }
  }

  /** Lets it carry all that these links carry, also when that has changed. */
  public void fitMtu(Map<String, Link> links, List<Source> sources) throws IOException {
    int wanted = mtuBytes(links, sources);
    for (String end : pair.ends()) {
      if (links.get(end).mtuBytes() != wanted) {
        kernel.ip("link", "set", "dev", end, "mtu", Integer.toString(wanted));
      }
    }
  }

  private static int mtuBytes(Map<String, Link> links, List<Source> sources) {
    return sources.stream()
        // One that was there when the sources were looked up may be gone.
        .filter(source -> source.isThere() && links.containsKey(source.device()))
        .mapToInt(source -> links.get(source.device()).mtuBytes())
        .reduce(LEAST_MTU, Math::max);
  }
}
