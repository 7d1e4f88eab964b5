package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.divert.NftRules.Basis;
import dev.rosa.firewall.divert.NftRules.Fate;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import dev.rosa.network.OwnedTable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A diversion's nft table in the kernel, made for the present state of its links. One thread at a
 * time.
 */
final class Rules {

  /** nft's message when the kernel lacks what a rule needs. */
  private static final String ABSENT = "No such file or directory";

  private final DiversionPlan plan;
  private final Kernel kernel;
  private final StackedLinks stacked;
  private final OwnedTable table;

  /** The links that it was made for; null: it was not made. */
  private Basis basis;

  /** Linux takes rules for interfaces that are not there since 6.16. */
  private boolean prepares = true;

  Rules(DiversionPlan plan, Kernel kernel, StackedLinks stacked) {
    this.plan = plan;
    this.kernel = kernel;
    this.stacked = stacked;
    table = new OwnedTable(plan.mark(), kernel);
  }

  /** The table itself. */
  OwnedTable table() {
    return table;
  }

  /** True if it was made for these links. */
  boolean isFor(List<Source> sources, Map<String, Link> links) throws IOException {
    return basis(sources, links).equals(basis);
  }

  /** Puts rules into force for what is there. */
  void apply(List<Source> sources, Map<String, Link> links, Fate fate) throws IOException {
    basis = null;
    boolean knowsAll = sources.stream().allMatch(Source::isThere);
    try {
      put(basis(sources, links), fate);
    } catch (IOException e) {
      if (knowsAll || !prepares) {
        throw e;
      }
      prepares = false;
      put(basis(sources, links), fate);
    }
  }

  private void put(Basis wanted, Fate fate) throws IOException {
    try {
      table.put(NftRules.script(plan, wanted, fate));
    } catch (IOException e) {
      throw new IOException(explained(e.getMessage(), fate == Fate.DIVERT && wanted.tests()), e);
    }
    basis = wanted;
  }

  private static String explained(String message, boolean asksForRoutes) {
    return asksForRoutes && message.contains(ABSENT)
        ? message
            + "; rules for an interface with rp_filter need fib in netdev chains (module"
            + " nft_fib_netdev)"
        : message;
  }

  private Basis basis(List<Source> sources, Map<String, Link> links) throws IOException {
    Map<String, Integer> indices = new HashMap<>();
    Stream<String> pair = plan.makesPair() ? plan.pair().ends().stream() : Stream.empty();
    Stream.concat(pair, Stream.ofNullable(plan.nic()))
        .filter(links::containsKey)
        .forEach(name -> indices.put(name, links.get(name).index()));
    return new Basis(
        sources,
        reversePaths(sources, links),
        indices,
        stacked.dropped(sources, links).stream()
            .map(link -> new NftRules.Stacked(link.name(), !link.taker(links).isEmpty()))
            .toList(),
        prepares);
  }

  private Map<String, ReversePath> reversePaths(List<Source> sources, Map<String, Link> links)
      throws IOException {
    Map<String, ReversePath> tests = new HashMap<>();
    for (Source source : sources) {
      Link link = links.get(source.device());
      if (link != null && source.usable()) {
        tests.put(source.device(), ReversePath.of(kernel, link));
      }
    }
    boolean tested = tests.values().stream().anyMatch(test -> test != ReversePath.UNTESTED);
    if (tested && kernel.hasRoutingRules()) {
      // By a rule the kernel may find a route that no match of nft finds.
      tests.replaceAll((device, test) -> ReversePath.UNTESTED);
    }
    return tests;
  }
}
