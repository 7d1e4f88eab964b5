package dev.rosa.firewall.divert;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.firewall.assistant.ForeignMarks;
import dev.rosa.kernel.nft.NftTable;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import dev.rosa.network.OwnedTable;
import dev.rosa.network.OwnershipMark;
import dev.rosa.network.PlanRole;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Inventory of the nft tables and links of any diversion in this network namespace, recognised by
 * their marks.
 *
 * @param tables nft tables, those that divert first
 * @param links ends of assistant links, by their alias
 */
record DiversionInventory(List<Table> tables, List<End> links) {

  private static final PlanRole MARKS = ForeignMarks.role(DiversionPlan.ROLE);

  /**
   * An nft table with ROSA's mark.
   *
   * @param role whose words it has
   * @param name in family netdev
   * @param router whose it is
   * @param effect what it does with active packets: diverts, drops, or nothing
   * @param dropped what it has dropped since it was made, packets by counter
   * @param cleared packets that it has taken a mark off since it was made
   */
  record Table(
      PlanRole role,
      String name,
      String router,
      String effect,
      Map<String, Long> dropped,
      long cleared) {}

  /**
   * An end of an assistant link.
   *
   * @param router whose it is
   */
  record End(String router, Link link) {}

  /** Looks at what is marked. */
  static DiversionInventory of(Kernel kernel) throws IOException {
    List<Table> tables = new ArrayList<>();
    List<Table> clearing = new ArrayList<>();
    for (NftTable table : kernel.tables(DiversionPlan.ROLE.tablePrefix())) {
      Optional<String> router = DiversionPlan.ROLE.ownerOf(table);
      if (router.isPresent()) {
        tables.add(diverting(kernel, table.name(), router.get()));
      }
      Optional<String> cleared = MARKS.ownerOf(table);
      if (cleared.isPresent()) {
        clearing.add(clearing(kernel, table.name(), cleared.get()));
      }
    }
    tables.addAll(clearing);
    return new DiversionInventory(
        tables,
        kernel.links().stream()
            .flatMap(
                link ->
                    DiversionPlan.ROLE.ownerOf(link).map(owner -> new End(owner, link)).stream())
            .toList());
  }

  private static Table diverting(Kernel kernel, String name, String router) throws IOException {
    String effect = effect(kernel.table(OwnedTable.NETDEV, name).orElse(""));
    Map<String, Long> dropped = kernel.figures(name).packetsOf(NftRules.COUNTERS.keySet());
    return new Table(DiversionPlan.ROLE, name, router, effect, dropped, 0);
  }

  private static Table clearing(Kernel kernel, String name, String router) throws IOException {
    long cleared = kernel.figures(name).packets().getOrDefault(ForeignMarks.COUNTER, 0L);
    return new Table(MARKS, name, router, "takes off marks of other namespaces", Map.of(), cleared);
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
      kernel.nft(OwnedTable.removal(new OwnershipMark(table.role(), table.router())));
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
      if (table.cleared() > 0) {
        lines.add(
            "router %s: nft table netdev %s has taken the mark off %d: %s"
                .formatted(
                    table.router(),
                    table.name(),
                    table.cleared(),
                    "packets that would have passed for returned ones"));
      }
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
      if (table.role().equals(MARKS)) {
        one.put("cleared", table.cleared());
      }
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
