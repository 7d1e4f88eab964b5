package dev.rosa.bench.firewall.ground;

import java.util.ArrayList;
import java.util.List;

/**
 * Texts of nft for ways of banning: a rule for each source, as iptables and EBtables have them, or
 * a set. All are in a table named {@value #TABLE}. Stateless.
 */
public final class BanRules {

  /** Name of the table, in any family. */
  public static final String TABLE = "bench_bans";

  /** Name of the set. */
  public static final String SET = "banned";

  private static final int MOST_ELEMENTS = 200_000;

  private BanRules() {}

  /** Place at which a chain hooks in. */
  public enum Hook {
    INPUT("ip", "input priority 0", "ip saddr"),
    INGRESS("netdev", "ingress device \"" + AttackedHost.LINK + "\" priority -10", "ip saddr"),
    INGRESS_MAC(
        "netdev", "ingress device \"" + AttackedHost.LINK + "\" priority -10", "ether saddr"),
    BRIDGE("bridge", "prerouting priority -300", "ether type ip ip saddr"),
    BRIDGE_MAC("bridge", "prerouting priority -300", "ether saddr");

    private final String family;
    private final String place;
    private final String match;

    Hook(String family, String place, String match) {
      this.family = family;
      this.place = place;
      this.match = match;
    }

    /** Family and name of its table. */
    public String table() {
      return family + " " + TABLE;
    }

    /** Family, table and name of its set. */
    public String set() {
      return table() + " " + SET;
    }

    private boolean isMac() {
      return match.startsWith("ether saddr");
    }
  }

  /** A chain without rules that accepts all. */
  public static String chain(Hook hook) {
    return chain(hook, "accept") + "}\n}\n";
  }

  /** A rule for each source, a line each, for that chain. */
  public static List<String> rules(Hook hook, Sources sources) {
    return sources.addresses().stream()
        .map(address -> "add rule %s bans %s %s drop".formatted(hook.table(), hook.match, address))
        .toList();
  }

  /** A chain without rules that drops all. */
  public static String policy(Hook hook) {
    return chain(hook, "drop") + "}\n}\n";
  }

  private static String chain(Hook hook, String policy) {
    return "table %s {\nchain bans { type filter hook %s; policy %s;\n"
        .formatted(hook.table(), hook.place, policy);
  }

  /** A chain with an empty set, whose elements have a time to live. */
  public static String set(Hook hook) {
    return """
    table %s {
    set %s { type %s; flags timeout; size %d; }
    chain bans { type filter hook %s; policy accept;
    %s @%s drop
    }
    }
    """
        .formatted(
            hook.table(),
            SET,
            hook.isMac() ? "ether_addr" : "ipv4_addr",
            MOST_ELEMENTS,
            hook.place,
            hook.match,
            SET);
  }

  /** Elements for that set; the MAC addresses begin with that of bad packets. */
  public static List<String> elements(Hook hook, Sources sources) {
    List<String> keys = hook.isMac() ? macs(sources.count()) : sources.addresses();
    return keys.stream().map(key -> key + " timeout 1h").toList();
  }

  /** MAC addresses, the first of which is that of bad packets. */
  public static List<String> macs(int count) {
    List<String> macs = new ArrayList<>(List.of(AttackedHost.BAD_MAC));
    for (int i = 1; i < count; i++) {
      macs.add("02:00:01:%02x:%02x:%02x".formatted(i >>> 16, i >>> 8 & 0xff, i & 0xff));
    }
    return macs;
  }
}
