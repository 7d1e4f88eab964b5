package dev.rosa.firewall.plane.allow;

import dev.rosa.kernel.link.NeighbourTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * The kernel's view, in this thread's network namespace. A host may claim any address by ARP: an
   * address counts only on the link that a route to it names.
   */
  static NeighbourView ofKernel() throws IOException {
    try (NeighbourTable table = NeighbourTable.open()) {
      Set<NeighbourTable.Hop> hops = table.nextHops();
      List<NeighbourTable.Entry> neighbours = new ArrayList<>();
      for (NeighbourTable.Entry entry : table.read()) {
        boolean isHop = hops.contains(new NeighbourTable.Hop(entry.address(), entry.index()));
        if (isHop || table.linkOf(entry.address()).equals(OptionalInt.of(entry.index()))) {
          neighbours.add(entry);
        }
      }
      return new NeighbourView(hops, neighbours);
    }
  }
}
