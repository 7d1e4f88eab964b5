package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.link.NeighbourTable;
import dev.rosa.kernel.link.NeighbourTable.Entry;
import dev.rosa.kernel.link.NeighbourTable.Hop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * MAC addresses that may be banned for an IP address, by one look at the neighbour table. Such a
 * MAC address is on the same link, no other address uses it, and no router has it. Immutable.
 */
final class NeighbourMacs {

  /** Tells the link that an address is on. */
  interface Links {
    /** Index of the interface; empty if a next hop leads to the address. */
    OptionalInt of(InetAddress address) throws IOException;
  }

  /** What an address has on its link. */
  private final Map<Source, Entry> neighbours = new HashMap<>();

  /** Addresses that a MAC address is used by, on all links. */
  private final Map<Long, Set<Source>> users = new HashMap<>();

  /** Addresses that are there on several links: one of them may be a forgery. */
  private final Set<Source> ambiguous = new HashSet<>();

  private final Set<Long> routers = new HashSet<>();

  /** Interfaces that lead to a next hop whose MAC address is unknown: it may be any of theirs. */
  private final Set<Integer> unknownHops = new HashSet<>();

  private final Links links;

  NeighbourMacs(List<Entry> entries, Set<Hop> hops, Links links) {
    this.links = links;
    entries.forEach(this::add);
    addHops(entries, hops);
  }

  /** An address such as fe80::1 may be a next hop on one link, and anybody's on another. */
  private void addHops(List<Entry> entries, Set<Hop> hops) {
    Set<Hop> known = new HashSet<>();
    Set<InetAddress> addresses = new HashSet<>();
    hops.forEach(hop -> addresses.add(hop.address()));
    for (Entry entry : entries) {
      known.add(new Hop(entry.address(), entry.index()));
      if (addresses.contains(entry.address())) {
        routers.add(entry.mac());
      }
    }
    hops.stream().filter(hop -> !known.contains(hop)).forEach(hop -> unknownHops.add(hop.index()));
  }

  /** One look at the kernel's tables. */
  static NeighbourMacs read(NeighbourTable table) throws IOException {
    return new NeighbourMacs(table.read(), table.nextHops(), table::linkOf);
  }

  private void add(Entry entry) {
    Source address = Source.of(entry.address());
    Entry other = neighbours.put(address, entry);
    if (other != null && other.mac() != entry.mac()) {
      ambiguous.add(address);
    }
    users.computeIfAbsent(entry.mac(), unused -> new HashSet<>()).add(address);
    if (entry.isRouter()) {
      routers.add(entry.mac());
    }
  }

  /** The MAC address that may be banned for a banned address; empty: none may. */
  Optional<Source> of(Source address) throws IOException {
    Entry entry = neighbours.get(address);
    if (entry == null
        || ambiguous.contains(address)
        || unknownHops.contains(entry.index())
        || !isAlone(address, entry.mac())) {
      return Optional.empty();
    }
    OptionalInt link = links.of(inet(address));
    boolean isDirect = link.isPresent() && link.getAsInt() == entry.index();
    return isDirect ? Optional.of(mac(entry.mac())) : Optional.empty();
  }

  private boolean isAlone(Source address, long mac) {
    return !routers.contains(mac)
        && users.getOrDefault(mac, Set.of()).stream().allMatch(address::equals);
  }

  /**
   * True if a MAC address may stay banned for an address: no other address and no router has it.
   */
  boolean mayStay(Source address, Source mac) {
    return isAlone(address, mac.low());
  }

  private static Source mac(long number) {
    return new Source(Source.Family.MAC, 0, number, Source.Family.MAC.bits());
  }

  private static InetAddress inet(Source address) {
    try {
      return InetAddress.getByAddress(address.bytes());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
