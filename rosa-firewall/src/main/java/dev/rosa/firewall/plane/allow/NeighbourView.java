package dev.rosa.firewall.plane.allow;

import dev.rosa.kernel.link.NeighbourTable;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Next hops and neighbours of this machine at one moment. Immutable.
 *
 * @param hops next hops of all routes, of all tables
 * @param neighbours addresses on their own links whose MAC addresses are known
 */
record NeighbourView(Set<NeighbourTable.Hop> hops, List<NeighbourTable.Entry> neighbours) {

  /** Source of views. */
  @FunctionalInterface
  interface Reader {
    /**
     * Reads them anew.
     *
     * @throws IOException if the kernel does not tell
     */
    NeighbourView read() throws IOException;
  }

  /** Tells the link that an address is on. */
  @FunctionalInterface
  interface Links {
    /** Index of the interface; empty if a next hop leads to the address. */
    OptionalInt of(InetAddress address) throws IOException;
  }

  /** Host that answers for an address on a link. */
  private record Host(int index, long mac) {
    static Host of(NeighbourTable.Entry entry) {
      return new Host(entry.index(), entry.mac());
    }
  }

  /** The kernel's view, in this thread's network namespace. */
  static NeighbourView ofKernel() throws IOException {
    try (NeighbourTable table = NeighbourTable.open()) {
      return of(table.nextHops(), table.read(), table::linkOf);
    }
  }

  /**
   * A view of these tables. A host may claim any address by ARP: an address counts only on the link
   * that a route to it names. Link-local addresses are on every link: those count that have the MAC
   * address of a next hop.
   */
  static NeighbourView of(
      Set<NeighbourTable.Hop> hops, List<NeighbourTable.Entry> entries, Links links)
      throws IOException {
    Map<Host, InetAddress> hosts = hosts(hops, entries);
    List<NeighbourTable.Entry> neighbours = new ArrayList<>();
    for (NeighbourTable.Entry entry : entries) {
      boolean isHop =
          hops.contains(hop(entry)) || (isLinkLocal(entry) && hosts.containsKey(Host.of(entry)));
      if (isHop || links.of(entry.address()).equals(OptionalInt.of(entry.index()))) {
        neighbours.add(entry);
      }
    }
    return new NeighbourView(hops, neighbours);
  }

  private static NeighbourTable.Hop hop(NeighbourTable.Entry entry) {
    return new NeighbourTable.Hop(entry.address(), entry.index());
  }

  private static boolean isLinkLocal(NeighbourTable.Entry entry) {
    return entry.address().isLinkLocalAddress();
  }

  private static Map<Host, InetAddress> hosts(
      Set<NeighbourTable.Hop> hops, List<NeighbourTable.Entry> entries) {
    Map<Host, InetAddress> hosts = new HashMap<>();
    for (NeighbourTable.Entry entry : entries) {
      if (entry.mac() != 0 && hops.contains(hop(entry))) {
        hosts.putIfAbsent(Host.of(entry), entry.address());
      }
    }
    return hosts;
  }

  /**
   * Link-local addresses of next hops that routes name by other addresses; with those. A router
   * asks for the MAC addresses of hosts from such an address (RFC 4861, 7.2.2). Other addresses of
   * its MAC address are left out: a host that claims so for its own can be reached through the
   * router.
   */
  Map<InetAddress, InetAddress> linkLocalOfHops() {
    Map<Host, InetAddress> hosts = hosts(hops, neighbours);
    Map<InetAddress, InetAddress> found = new LinkedHashMap<>();
    for (NeighbourTable.Entry entry : neighbours) {
      InetAddress hop = hosts.get(Host.of(entry));
      if (hop != null && isLinkLocal(entry) && !hops.contains(hop(entry))) {
        found.putIfAbsent(entry.address(), hop);
      }
    }
    return found;
  }
}
