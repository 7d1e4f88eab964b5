package dev.rosa.divert;

import dev.rosa.divert.NftRules.Basis;
import dev.rosa.divert.NftRules.Fate;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A plan's nft table in the kernel: its present state, and the state of the links that it was made
 * for. One thread at a time.
 */
final class Rules {

  /** Attempts to put rules into force at once, while other processes change theirs. */
  private static final int MOST_REPEATS = 3;

  /** nft's message when the kernel lacks what a rule needs. */
  private static final String ABSENT = "No such file or directory";

  private final Plan plan;
  private final Kernel kernel;

  /** The table's text when it was made. */
  private String table = "";

  /** The links that it was made for; null: it was not made. */
  private Basis basis;

  /** Linux takes rules for interfaces that are not there since 6.16. */
  private boolean prepares = true;

  Rules(Plan plan, Kernel kernel) {
    this.plan = plan;
    this.kernel = kernel;
  }

  /**
   * Refuses a table of that name that is not the plan's.
   *
   * @return whether there is one of the plan's
   */
  boolean requireOwn() throws IOException {
    return own().isPresent();
  }

  private Optional<String> own() throws IOException {
    Optional<String> listing = kernel.table(plan.marks().table());
    Optional<String> owner = listing.flatMap(Marks::ownerOfTable);
    if (listing.isEmpty() || isOwn(owner)) {
      return listing;
    }
    throw new IOException(
        "there is an nft table netdev %s already, and it is %s: it stays as it is"
            .formatted(
                plan.marks().table(),
                owner.map(name -> "that of router " + name).orElse("not ROSA's")));
  }

  private boolean isOwn(Optional<String> owner) {
    return owner.filter(plan.marks().name()::equals).isPresent();
  }

  /**
   * True if the table is not as it was made.
   *
   * @throws IOException if it is not the plan's
   */
  boolean isChanged() throws IOException {
    return !own().orElse("").equals(table);
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
    String script = NftRules.script(plan, wanted, fate);
    try {
      for (int tries = 0; !putIntoForce(script) && tries < MOST_REPEATS; tries++) {
        // Another process has changed a table in between.
      }
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
    return new Basis(sources, reversePaths(sources, links), indices, prepares);
  }

  private Map<String, ReversePath> reversePaths(List<Source> sources, Map<String, Link> links)
      throws IOException {
    Map<String, ReversePath> tests = new HashMap<>();
    for (Source source : sources) {
      Link link = links.get(source.device());
      if (link != null) {
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

  /**
   * Puts rules into force and notes what they look like.
   *
   * @return whether no other process has changed anything in between, which would pass for it
   */
  private boolean putIntoForce(String script) throws IOException {
    int before = kernel.nftGeneration();
    kernel.nft(script);
    table = kernel.table(plan.marks().table()).orElse("");
    int after = kernel.nftGeneration();
    return after == before + 1;
  }

  /** True if the table is the plan's. */
  boolean isThere() throws IOException {
    return isOwn(kernel.table(plan.marks().table()).flatMap(Marks::ownerOfTable));
  }

  /** Takes the table away. */
  void remove() throws IOException {
    kernel.nft(NftRules.removal(plan.marks()));
  }
}
