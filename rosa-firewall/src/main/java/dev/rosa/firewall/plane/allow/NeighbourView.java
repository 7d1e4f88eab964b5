package dev.rosa.firewall.plane.allow;

import dev.rosa.kernel.link.NeighbourTable;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Next hops and neighbours of this machine at one moment. Immutable.
 *
 * @param hops next hops of all routes, of all tables
 * @param neighbours addresses on its links whose MAC addresses are known
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

  /** The kernel's view, in this thread's network namespace. */
  static NeighbourView ofKernel() throws IOException {
    try (NeighbourTable table = NeighbourTable.open()) {
      return new NeighbourView(table.nextHops(), table.read());
    }
  }
}
