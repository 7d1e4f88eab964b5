package dev.rosa.proxy.divert;

import dev.rosa.firewall.assistant.ForeignMarks;
import dev.rosa.kernel.socket.NetworkName;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import dev.rosa.network.LinuxKernel;
import dev.rosa.network.NamespaceLock;
import dev.rosa.network.OwnedTable;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Leftovers of a proxy that does not run, in this network namespace. Stateless. */
public final class ProxyLeftovers {

  private ProxyLeftovers() {}

  /**
   * Takes it away.
   *
   * @param name of the proxy
   * @return what there was, in words; empty if there was nothing
   * @throws IOException in one line if a process of that name runs, or the kernel refuses
   */
  public static List<String> remove(String name) throws IOException {
    NamespaceLock proxy = ProxyDiversion.lock(name);
    try (proxy) {
      OwnershipMark mark = new OwnershipMark(ProxyPlan.ROLE, name);
      NamespaceLock keeper = ProxyPlan.lockKeeper(mark);
      try (keeper) {
        return remove(LinuxKernel.open(), mark);
      }
    }
  }

  private static List<String> remove(Kernel kernel, OwnershipMark mark) throws IOException {
    List<String> removed = removeMarked(kernel, mark);
    Optional<NetworkName> relays = NetworkName.take(ProxyPlan.RELAYS);
    if (relays.isPresent()) {
      try {
        removeRoute(kernel, removed);
      } finally {
        relays.get().close();
      }
    }
    return removed;
  }

  /** Tables and links, which have the proxy's mark. */
  static List<String> removeMarked(Kernel kernel, OwnershipMark mark) throws IOException {
    List<String> removed = new ArrayList<>();
    OwnershipMark marks = new OwnershipMark(ForeignMarks.role(mark.role()), mark.name());
    removeTable(kernel, mark, OwnedTable.NETDEV, removed);
    removeTable(kernel, mark, OwnedTable.INET, removed);
    removeTable(kernel, marks, OwnedTable.NETDEV, removed);
    for (Link link : kernel.links()) {
      // One end may have taken the other with it.
      if (mark.isOn(link)
          && kernel.links().stream().anyMatch(there -> there.index() == link.index())) {
        kernel.ip("link", "del", "dev", link.name());
        removed.add("link " + link.name());
      }
    }
    return removed;
  }

  private static void removeTable(
      Kernel kernel, OwnershipMark mark, String family, List<String> removed) throws IOException {
    OwnedTable table = new OwnedTable(mark, family, kernel);
    if (table.isThere()) {
      table.remove();
      removed.add("nft table " + family + " " + mark.table());
    }
  }

  /** Of all proxies of this machine one has it at a time. */
  static void removeRoute(Kernel kernel, List<String> removed) throws IOException {
    if (RoutedInForce.ROUTE.isThere(kernel)) {
      RoutedInForce.ROUTE.remove(kernel);
      removed.add("rule and routing table " + RoutedNft.ROUTE_TABLE);
    }
  }
}
