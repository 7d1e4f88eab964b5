package dev.rosa.bench.firewall.way;

import dev.rosa.bench.firewall.ground.BanRules;
import dev.rosa.bench.firewall.ground.BanRules.Hook;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.firewall.way.Way.InForce;
import dev.rosa.bench.firewall.way.Way.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ways that need no plane: yardsticks of known cost. Stateless. */
public final class Ways {

  /** No firewall; a program in C drops packets of banned sources. */
  public static final String NONE = "no table";

  /** No firewall, on a bridge. */
  public static final String BRIDGE_NONE = "bridge, no table";

  /** Numbers of rules, as the paper has them. */
  public static final List<Integer> RULES = List.of(100, 500, 1_000);

  private static final int SET = 1_000;
  private static final int LARGE_SET = 100_000;

  private Ways() {}

  /** Name of the way with so many rules at the machine's input. */
  public static String inputRules(int count) {
    return rules("input", count);
  }

  /** Name of the way with so many rules at a bridge. */
  public static String bridgeRules(int count) {
    return rules("bridge", count);
  }

  private static String rules(String where, int count) {
    return "%s, %,d rules".formatted(where, count);
  }

  /** All of them, in the order that a round takes them in. */
  public static List<Way> all(Path programs) {
    List<Way> ways = new ArrayList<>();
    ways.add(new Way(NONE, Optional.of(Sources.bad(SET)), true, false, host -> () -> {}));
    RULES.forEach(count -> ways.add(rules(inputRules(count), Hook.INPUT, count)));
    ways.add(rules("input, 1 rule", Hook.INPUT, 1));
    ways.add(Way.blind("input, policy drop", chain(Hook.INPUT, BanRules.policy(Hook.INPUT))));
    ways.add(set("input, set of 1,000", Hook.INPUT, SET));
    ways.add(rules("ingress, 1,000 rules", Hook.INGRESS, SET));
    ways.add(set("ingress, set of 1,000", Hook.INGRESS, SET));
    ways.add(set("ingress, set of 100,000", Hook.INGRESS, LARGE_SET));
    ways.add(macSet("ingress, MAC set of 1,000", Hook.INGRESS_MAC));
    ways.addAll(bridges());
    ways.addAll(XdpWays.all(programs));
    return ways;
  }

  private static List<Way> bridges() {
    List<Way> ways = new ArrayList<>();
    ways.add(Way.open(BRIDGE_NONE, bridged(host -> () -> {})));
    for (int count : RULES) {
      Way flat = rules(bridgeRules(count), Hook.BRIDGE, count);
      ways.add(Way.of(flat.name(), flat.dropped().orElseThrow(), bridged(flat.setup())));
    }
    ways.add(
        Way.blind(
            "bridge, policy drop", bridged(chain(Hook.BRIDGE, BanRules.policy(Hook.BRIDGE)))));
    Way set = set("bridge, set of 1,000", Hook.BRIDGE, SET);
    ways.add(Way.of(set.name(), Sources.bad(SET), bridged(set.setup())));
    Way macs = macSet("bridge, MAC set of 1,000", Hook.BRIDGE_MAC);
    ways.add(Way.of(macs.name(), Sources.bad(SET), bridged(macs.setup())));
    return ways;
  }

  /** Packets are of the last rule's source, or of none of them: they pass all rules. */
  private static Way rules(String name, Hook hook, int count) {
    Sources sources = Sources.bad(count);
    Setup setup =
        host -> {
          host.nft(BanRules.chain(hook));
          host.addRules(BanRules.rules(hook, sources));
          return () -> host.removeTable(hook.table());
        };
    return Way.of(name, sources.last(), setup);
  }

  private static Way set(String name, Hook hook, int count) {
    Sources sources = Sources.bad(count);
    Setup setup = filled(hook, BanRules.elements(hook, sources));
    return count > SET ? Way.costly(name, sources, setup) : Way.of(name, sources, setup);
  }

  private static Way macSet(String name, Hook hook) {
    return Way.of(name, Sources.bad(SET), filled(hook, BanRules.elements(hook, Sources.bad(SET))));
  }

  private static Setup chain(Hook hook, String rules) {
    return host -> {
      host.nft(rules);
      return () -> host.removeTable(hook.table());
    };
  }

  private static Setup filled(Hook hook, List<String> elements) {
    return host -> {
      host.nft(BanRules.set(hook));
      InForce end = () -> host.removeTable(hook.table());
      host.addElements(hook.set(), elements);
      return end;
    };
  }

  private static Setup bridged(Setup setup) {
    return host -> {
      host.bridge();
      InForce rules = setup.begin(host);
      return () -> {
        rules.close();
        host.unbridge();
      };
    };
  }
}
