package dev.rosa.bench.namespace;

import java.io.IOException;
import java.util.List;

/**
 * Switch for the nft rules of a running router: off and on again by the kernel's own switch for
 * whole tables. That takes milliseconds, in which the router goes on running. Owned by one thread.
 */
public final class RouterRules {

  private final List<String> tables;

  private RouterRules(List<String> tables) {
    this.tables = tables;
  }

  /**
   * Those in force here.
   *
   * @throws IOException if there are none
   */
  public static RouterRules here() throws IOException {
    List<String> tables = tables(Shell.run("nft", "list", "tables"));
    if (tables.isEmpty()) {
      throw new IOException("the running router has no table of rules in nftables");
    }
    return new RouterRules(tables);
  }

  /** Names with their families, this bench's own left out. */
  public static List<String> tables(String listing) {
    return listing
        .lines()
        .filter(line -> line.startsWith("table "))
        .map(line -> line.substring("table ".length()).strip())
        .filter(table -> !table.contains(" bench_"))
        .toList();
  }

  /** From now on they apply to no packet, or do again. */
  public void setInForce(boolean inForce) throws IOException {
    StringBuilder script = new StringBuilder();
    for (String table : tables) {
      String flags = inForce ? "" : "flags dormant;";
      script.append("add table ").append(table).append(" { ").append(flags).append(" }\n");
    }
    Shell.run(script.toString(), List.of("nft", "-f", "-"));
  }
}
