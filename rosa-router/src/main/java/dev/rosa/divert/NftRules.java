package dev.rosa.divert;

import java.util.List;
import java.util.Locale;

/**
 * What nft is told, one table a router, always as a whole: one transaction, so that no packet meets
 * half of it. Stateless.
 *
 * <p>An active packet carries Router Alert and goes to UDP port 3322 (PROTOCOL §1). Most packets
 * are IPv4 without options and leave by the first rule, which looks at one byte of them, whatever
 * they are: a frame of another protocol that begins with it is not active either. Most others are
 * IPv6 without hop-by-hop options and leave by the second. Frames with a VLAN tag belong to another
 * network than the interface's own: nobody could give them their tag again. Frames for another
 * machine, which a switch has flooded, are that machine's, active or not. Packets with Router Alert
 * of other protocols, such as IGMP, RSVP and MLD, match nothing. Fragments have no business here
 * and are diverted so that the router can count them: the first one is known by its port, later
 * ones by Router Alert and UDP alone. In IPv6 the option is found where sources write it, and
 * behind two bytes of padding.
 */
final class NftRules {

  /** What becomes of active packets. */
  enum Fate {
    /** They go to the assistant. */
    DIVERT,
    /** They are forwarded like all others. */
    FORWARD,
    /** They are dropped. */
    DROP
  }

  private static final String LEAVE_AT_ONCE =
      "@nh,0,8 0x45 accept\n    ip6 nexthdr != 0 accept\n    jump active";

  private static final List<String> ACTIVE =
      List.of(
          "ip option ra exists udp dport 3322",
          "ip option ra exists ip protocol udp ip frag-off & 0x1fff != 0",
          "ip6 nexthdr 0 @nh,336,32 0x05020002 udp dport 3322",
          "ip6 nexthdr 0 @nh,336,48 0x010005020002 udp dport 3322",
          "ip6 nexthdr 0 @nh,336,48 0x000005020002 udp dport 3322",
          "ip6 nexthdr 0 @nh,336,32 0x05020002 frag nexthdr udp frag frag-off != 0");

  private NftRules() {}

  /**
   * What is connected with what; interfaces that are not there are not named.
   *
   * @param from where active packets come in
   * @param link where they are diverted to; null: nowhere
   * @param peer where the router takes them, and the kernel must not; null: not on this machine
   */
  record Wiring(List<String> from, String link, String peer) {}

  /** The script that puts rules into force, whatever was there of that table. */
  static String script(Marks marks, Wiring wiring, Fate fate) {
    StringBuilder script = new StringBuilder(removal(marks));
    script.append("table netdev ").append(marks.table()).append(" {\n");
    script.append("  comment \"").append(marks.tableMark()).append("\"\n");
    if (fate != Fate.FORWARD && !wiring.from().isEmpty()) {
      script.append(activeChain(fate == Fate.DROP ? "drop" : "fwd to \"" + wiring.link() + "\""));
      for (int i = 0; i < wiring.from().size(); i++) {
        script.append(chain("from_" + i, wiring.from().get(i), "accept", LEAVE_AT_ONCE));
      }
    }
    if (wiring.peer() != null) {
      script.append(chain("assistant", wiring.peer(), "drop", ""));
    }
    return script.append("}\n").toString();
  }

  /** The script that takes it away, if it is there or not. */
  static String removal(Marks marks) {
    return "add table netdev %1$s\ndelete table netdev %1$s\n".formatted(marks.table());
  }

  /** Whether a table drops active packets. */
  static boolean drops(String listing) {
    return listing.contains("udp dport 3322 drop");
  }

  /** Whether a table looks at what comes in on an interface. */
  static boolean takesFrom(String listing, String name) {
    return listing.contains("hook ingress device \"" + name + "\"");
  }

  /** Whether a table diverts active packets. */
  static boolean diverts(String listing) {
    return listing.contains("udp dport 3322 fwd to");
  }

  private static String activeChain(String verdict) {
    StringBuilder chain = new StringBuilder("  chain active {\n");
    chain.append("    meta pkttype != host accept\n");
    chain.append("    ether type { 8021q, 8021ad } accept\n");
    for (String match : ACTIVE) {
      chain.append("    ").append(match).append(' ').append(verdict).append('\n');
    }
    return chain.append("  }\n").toString();
  }

  private static String chain(String name, String link, String policy, String rule) {
    return String.format(
        Locale.ROOT,
        "  chain %s {%n    type filter hook ingress device \"%s\" priority 0; policy %s;%n"
            + "    %s%n  }%n",
        name,
        link,
        policy,
        rule);
  }
}
