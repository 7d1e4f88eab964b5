package dev.rosa.divert;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What of any diversion there is in this network namespace, by its marks.
 *
 * @param tables nft tables
 * @param links ends of assistant links
 */
record Findings(List<Table> tables, List<Link> links) {

  /**
   * A table of ours.
   *
   * @param name in family netdev
   * @param router whose it is
   * @param effect what it does with active packets: diverts, drops, or nothing
   */
  record Table(String name, String router, String effect) {}

  /** Looks. */
  static Findings of(Kernel kernel) throws IOException {
    List<Table> tables = new ArrayList<>();
    for (String name : kernel.tables()) {
      Optional<String> listing = kernel.table(name);
      Optional<String> router = listing.flatMap(Marks::ownerOfTable);
      if (router.isPresent()) {
        tables.add(new Table(name, router.get(), effect(listing.get())));
      }
    }
    return new Findings(
        tables,
        kernel.links().stream().filter(link -> Marks.ownerOfLink(link).isPresent()).toList());
  }

  private static String effect(String listing) {
    if (NftRules.diverts(listing)) {
      return "diverts active packets";
    }
    return NftRules.drops(listing) ? "drops active packets" : "lets active packets pass";
  }

  /** Only what is of one router. */
  Findings ofRouter(String name) {
    return new Findings(
        tables.stream().filter(table -> table.router().equals(name)).toList(),
        links.stream().filter(link -> Marks.ownerOfLink(link).orElse("").equals(name)).toList());
  }

  boolean isEmpty() {
    return tables.isEmpty() && links.isEmpty();
  }

  /** Takes it all away. */
  void remove(Kernel kernel) throws IOException {
    for (Table table : tables) {
      kernel.nft(NftRules.removal(new Marks(table.router())));
    }
    for (Link link : links) {
      // One end may have taken the other with it.
      if (kernel.links().stream().anyMatch(there -> there.index() == link.index())) {
        kernel.ip("link", "del", "dev", link.name());
      }
    }
  }

  /** A line each. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    tables.forEach(
        table ->
            lines.add(
                "router %s: nft table netdev %s %s"
                    .formatted(table.router(), table.name(), table.effect())));
    links.forEach(
        link ->
            lines.add(
                "router %s: link %s, MAC address %s, %s"
                    .formatted(
                        Marks.ownerOfLink(link).orElseThrow(),
                        link.name(),
                        link.mac(),
                        link.up() ? "up" : "down")));
    return lines;
  }

  ObjectNode json() {
    ObjectNode node = new ObjectMapper().createObjectNode();
    ArrayNode tablesNode = node.putArray("tables");
    tables.forEach(
        table ->
            tablesNode
                .addObject()
                .put("name", table.name())
                .put("router", table.router())
                .put("effect", table.effect()));
    ArrayNode linksNode = node.putArray("links");
    links.forEach(
        link ->
            linksNode
                .addObject()
                .put("name", link.name())
                .put("router", Marks.ownerOfLink(link).orElseThrow())
                .put("mac", link.mac())
                .put("up", link.up()));
    return node;
  }
}
