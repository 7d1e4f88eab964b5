package dev.rosa.firewall.divert;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.kernel.nft.NftTable;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import dev.rosa.network.OwnedTable;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Inventory of the nft tables and links of any diversion in this network namespace, recognised by
 * their marks.
 *
 * @param tables nft tables
 * @param links ends of assistant links, by their alias
 */
record DiversionInventory(List<Table> tables, List<End> links) {

  /**
   * An nft table with ROSA's mark.
   *
   * @param name in family netdev
   * @param router whose it is
   * @param effect what it does with active packets: diverts, drops, or nothing
   * @param dropped what it has dropped since it was made, packets by counter
   */
  record Table(String name, String router, String effect, Map<String, Long> dropped) {}

  /**
   * An end of an assistant link.
   *
   * @param router whose it is
   */
  record End(String router, Link link) {}

  /** Looks at what is marked. */
  static DiversionInventory of(Kernel kernel) throws IOException {
    List<Table> tables = new ArrayList<>();
    for (NftTable table : kernel.tables(DiversionPlan.ROLE.tablePrefix())) {
      Optional<String> router = DiversionPlan.ROLE.ownerOf(table);
      if (router.isPresent()) {
        String effect = effect(kernel.table(OwnedTable.NETDEV, table.name()).orElse(""));
        Map<String, Long> dropped =
            kernel.figures(table.name()).packetsOf(NftRules.COUNTERS.keySet());
        tables.add(new Table(table.name(), router.get(), effect, dropped));
      }
    }
    return new DiversionInventory(
        tables,
        kernel.links().stream()
            .flatMap(
                link ->
                    DiversionPlan.ROLE.ownerOf(link).map(owner -> new End(owner, link)).stream())
            .toList());
  }

  private static String effect(String listing) {
    if (NftRules.diverts(listing)) {
      return "diverts active packets";
    }
    return NftRules.drops(listing) ? "drops active packets" : "lets active packets pass";
  }

  /**
   * Looks for one router's parts, including links that were made and have no mark yet: only the
   * router's name identifies those.
   */
  static DiversionInventory of(Kernel kernel, String router) throws IOException {
    OwnershipMark mark = new OwnershipMark(DiversionPlan.ROLE, router);
    return new DiversionInventory(
        of(kernel).tables().stream().filter(table -> table.router().equals(router)).toList(),
        kernel.links().stream().filter(mark::isOn).map(link -> new End(router, link)).toList());
  }

  boolean isEmpty() {
    return tables.isEmpty() && links.isEmpty();
  }

  /** Takes it all away. */
  void remove(Kernel kernel) throws IOException {
    for (Table table : tables) {
      kernel.nft(OwnedTable.removal(new OwnershipMark(DiversionPlan.ROLE, table.router())));
    }
    for (End end : links) {
      // One end may have taken the other with it.
      if (kernel.links().stream().anyMatch(there -> there.index() == end.link().index())) {
        kernel.ip("link", "del", "dev", end.link().name());
      }
    }
  }

  /** A line each. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Table table : tables) {
      lines.add(
          "router %s: nft table netdev %s %s"
              .formatted(table.router(), table.name(), table.effect()));
      table.dropped().entrySet().stream()
          .filter(count -> count.getValue() > 0)
          .map(count -> dropped(table, count.getKey(), count.getValue()))
          .forEach(lines::add);
    }
    links.forEach(
        end ->
            lines.add(
                "router %s: link %s, MAC address %s, %s"
                    .formatted(
                        end.router(),
                        end.link().name(),
                        end.link().mac(),
                        end.link().up() ? "up" : "down")));
    return lines;
  }

  private static String dropped(Table table, String counter, long packets) {
    return "router %s: nft table netdev %s has dropped %d: %s"
        .formatted(table.router(), table.name(), packets, NftRules.COUNTERS.get(counter));
  }

  ObjectNode json() {
    ObjectNode node = new ObjectMapper().createObjectNode();
    ArrayNode tablesNode = node.putArray("tables");
    for (Table table : tables) {
      ObjectNode one = tablesNode.addObject();
      one.put("name", table.name()).put("router", table.router()).put("effect", table.effect());
      ObjectNode dropped = one.putObject("dropped");
      table.dropped().forEach(dropped::put);
    }
    ArrayNode linksNode = node.putArray("links");
    links.forEach(
        end ->
            linksNode
                .addObject()
                .put("name", end.link().name())
                .put("router", end.router())
                .put("mac", end.link().mac())
                .put("up", end.link().up()));
    return node;
  }
}
