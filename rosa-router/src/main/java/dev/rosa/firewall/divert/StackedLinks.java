package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.LinkNames;
import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.network.Link;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Search for interfaces that are stacked on a diverted one and take packets of their own there,
 * past its rules. A macvlan or macvtap has a MAC address of its own, so that its frames look like
 * another machine's. The packets of a macsec are encrypted up to there. An ipvlan has the address
 * of the interface below, where its packets are diverted. One thread at a time.
 */
final class StackedLinks {

  private static final Set<String> KINDS = Set.of("macvlan", "macvtap", "macsec");

  private final DiversionPlan plan;
  private final Events events;
  private final Predicate<String> elsewhere;

  /** Those that were told of, by index. */
  private final Map<Integer, String> told = new HashMap<>();

  /**
   * A search.
   *
   * @param elsewhere whether another diversion takes the packets of an interface
   */
  StackedLinks(DiversionPlan plan, Events events, Predicate<String> elsewhere) {
    this.plan = plan;
    this.events = events;
    this.elsewhere = elsewhere;
  }

  /** Those that no diversion takes packets of, by index. */
  List<Link> in(List<Source> sources, Map<String, Link> links) {
    Set<String> below = new HashSet<>();
    Set<String> diverted = new TreeSet<>();
    for (Source source : sources) {
      diverted.add(source.device());
      if (source.usable() && links.containsKey(source.device())) {
        below.add(source.device());
        addMaster(links.get(source.device()), below);
      }
    }
    Set<Link> stacked = new HashSet<>();
    int before = -1;
    while (before != below.size()) {
      before = below.size();
      links.values().stream()
          .filter(link -> KINDS.contains(link.kind()) && below.contains(link.lower()))
          .filter(link -> !diverted.contains(link.name()) && !elsewhere.test(link.name()))
          .toList()
          .forEach(
              link -> {
                stacked.add(link);
                below.add(link.name());
              });
    }
    return stacked.stream().sorted(Comparator.comparingInt(Link::index)).toList();
  }

  /** What a port of a bond receives, another interface may take from the bond. */
  private static void addMaster(Link link, Set<String> below) {
    if (link.isPort()) {
      below.add(link.master().split(" ")[1]);
    }
  }

  /** Those whose active packets are dropped, as they would not be processed. */
  List<Link> dropped(List<Source> sources, Map<String, Link> links) {
    return plan.bypass().drops()
        ? in(sources, links).stream().filter(StackedLinks::fitsARule).toList()
        : List.of();
  }

  private static boolean fitsARule(Link link) {
    return LinkNames.fitsRules(link.name());
  }

  /** Warns once of each that is there now. */
  void tell(List<Source> sources, Map<String, Link> links) {
    List<Link> now = in(sources, links);
    for (Link link : now) {
      String sentence = sentence(link);
      if (!sentence.equals(told.put(link.index(), sentence))) {
        events.warn(sentence);
      }
    }
    told.keySet().retainAll(now.stream().map(Link::index).toList());
  }

  private String sentence(Link link) {
    boolean named = fitsARule(link);
    String what =
        "interface %s (%s) is stacked on %s and not diverted: active packets that come in on it %s";
    return what.formatted(
            named ? link.name() : "number " + link.index(),
            link.kind(),
            LinkNames.fitsRules(link.lower()) ? link.lower() : "a diverted one",
            plan.bypass().drops() && named ? "are dropped" : "pass this router by")
        + "; divert it, too, or remove it";
  }
}
