package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.keeper.WorkerBeat;
import dev.rosa.network.OwnedTable;
import dev.rosa.packetio.IngressAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writer of the nft script for a plan's rules. A router has one table, always replaced as a whole
 * in one transaction, so that no packet passes an incomplete table. Its static methods keep no
 * state.
 *
 * <p>An active packet carries Router Alert and goes to UDP port 3322 (PROTOCOL §1). Most packets
 * are IPv4 without options and leave by the first rule, which compares one byte. It does so for
 * frames of every protocol: a frame of another protocol that begins with that byte is not active
 * either. Most others are IPv6 without hop-by-hop options and leave by the second. The third lets a
 * packet pass that comes from the router, and takes its mark away. The fourth finds most active
 * packets, with as few expressions as can be; all others are looked at closely. Frames for another
 * machine, which a switch has flooded, are that machine's, active or not. Packets with Router Alert
 * of other protocols, such as IGMP, RSVP and MLD, match nothing. The first fragment of an active
 * packet has a port and is diverted, so that the router can count it; later ones have none, and are
 * nothing without the first.
 *
 * <p>No rule looks for Router Alert. In IPv6 none can search a hop-by-hop header. In IPv4 the
 * kernel finds no option beside an unknown one, unless the process that runs has CAP_NET_RAW. Every
 * packet to that port that has options is taken for active here, and the router lets those without
 * Router Alert pass.
 *
 * <p>What the kernel would drop by its reverse-path filter, once it came back, is dropped before
 * ({@link ReversePath}).
 *
 * <p>A frame with a VLAN tag belongs to another network than the interface's own. A priority tag
 * (VID 0) names no VLAN: Linux takes the frame as the interface's own, and so do these rules. Of
 * several such tags Linux takes off all, but shows rules the packet behind the first one only: what
 * could be active there is dropped.
 */
final class NftRules {

  /** The verdict on active packets. */
  enum Fate {
    /** They go to the assistant. */
    DIVERT,
    /** They are forwarded like all others. */
    FORWARD,
    /** They are dropped. */
    DROP
  }

  /** Meanings of the named counters, by name. */
  static final Map<String, String> COUNTERS =
      Map.of(
          "unprocessed", "active packets while no router worked on them",
          "tagged_twice", "frames with several priority tags",
          "for_many", "active packets for one address in frames for many stations",
          "not_returned", "packets that could not go back to their interface",
          "reverse_path", "active packets from where no route goes to their source",
          "stacked", "active packets of interfaces that are stacked on diverted ones",
          "never_diverted", "frames of the router's machine that no diversion had sent there");

  private static final String DROP_UNPROCESSED = "counter name \"unprocessed\" drop";
  private static final String DIVERTED = "ether saddr set ";

  private static final List<String> LEAVE_AT_ONCE =
      List.of("@nh,0,8 0x45 accept", "ip6 nexthdr != 0 accept");

  /**
   * Most active packets, found with as few expressions as can be: untagged IPv4 (with options, as
   * all others have left), no later fragment and UDP in one look at four bytes.
   */
  private static final String PLAIN =
      "meta pkttype host ether type ip @nh,48,32 & 0x1fff00ff == 0x11 @th,16,16 3322 goto ";

  /**
   * Returns from what is active, and lets all else pass. Linux forwards no frame that is for many
   * stations, but gives its packet to this machine's own sockets if that is for one of its
   * addresses: such a copy must not come before the packet that a router has worked on.
   */
  private static final List<String> ACTIVE =
      List.of(
          "meta pkttype other accept",
          "ether type { 8021q, 8021ad } jump tagged",
          "meta pkttype host ip frag-off & 0x1fff 0 udp dport 3322 return",
          "meta pkttype host ip6 nexthdr 0 udp dport 3322 return",
          "meta pkttype host accept",
          "ip daddr { 224.0.0.0/4, 255.255.255.255 } accept",
          "ip6 daddr ff00::/8 accept",
          "ip frag-off & 0x1fff 0 udp dport 3322 counter name \"for_many\" drop",
          "ip6 nexthdr 0 udp dport 3322 counter name \"for_many\" drop",
          "accept");

  /** The first tag is not in the packet any more. */
  private static final List<String> TAGGED =
      List.of(
          "@ll,116,12 != 0 accept",
          "meta protocol != { 8021q, 8021ad } return",
          "goto tagged_again");

  /**
   * A second tag is all that is in front of the packet. Only IP packets with options, and more
   * tags, are not let through behind two.
   */
  private static final List<String> TAGGED_AGAIN =
      List.of(
          "@nh,4,12 != 0 accept",
          "@nh,16,16 != { 0x0800, 0x86dd, 0x8100, 0x88a8 } accept",
          "@nh,32,8 0x45 accept",
          "@nh,16,16 0x86dd @nh,80,8 != 0 accept",
          "counter name \"tagged_twice\" drop");

  /**
   * The same as {@link #ACTIVE} where another interface may take packets that are none of this
   * one's. A bridge takes frames for its own address, which are another machine's at its ports, and
   * may take tags off.
   */
  private static final List<String> FORMED =
      List.of(
          "meta protocol { 8021q, 8021ad } goto tagged_again",
          "meta pkttype { broadcast, multicast } ip daddr { 224.0.0.0/4, 255.255.255.255 } accept",
          "meta pkttype { broadcast, multicast } ip6 daddr ff00::/8 accept",
          "ip frag-off & 0x1fff 0 udp dport 3322 return",
          "ip6 nexthdr 0 udp dport 3322 return",
          "accept");

  /** What is diverted, as it comes back: a router's machine gets no other frame in. */
  private static final List<String> DIVERTIBLE =
      List.of(
          "ether type ip @nh,0,8 != 0x45 @nh,48,32 & 0x1fff00ff == 0x11 @th,16,16 3322",
          "ether type ip6 ip6 nexthdr 0 udp dport 3322");

  private final DiversionPlan plan;
  private final Basis basis;
  private final StringBuilder script = new StringBuilder();

  private NftRules(DiversionPlan plan, Basis basis) {
    this.plan = plan;
    this.basis = basis;
  }

  /**
   * An interface that is stacked on a source.
   *
   * @param taken whether another one takes its packets, as it is a port
   */
  record Stacked(String name, boolean taken) {}

  /**
   * The state of a machine's links that rules are made for.
   *
   * @param sources where active packets come in
   * @param reversePaths the kernel's own test at sources that are there, by device
   * @param links indices of the plan's other links that are there, by name
   * @param stacked interfaces on sources, whose active packets are dropped
   * @param prepares whether the kernel takes rules for interfaces that are not there
   */
  record Basis(
      List<Source> sources,
      Map<String, ReversePath> reversePaths,
      Map<String, Integer> links,
      List<Stacked> stacked,
      boolean prepares) {

    boolean has(String link) {
      return link != null && links.containsKey(link);
    }

    /** True if the kernel tests reverse paths at a source. */
    boolean tests() {
      return reversePaths.values().stream().anyMatch(test -> test != ReversePath.UNTESTED);
    }
  }

  /** The script that puts rules into force in place of those that are there. */
  static String script(DiversionPlan plan, Basis basis, Fate fate) {
    return new NftRules(plan, basis).write(fate);
  }

  private String write(Fate fate) {
    script.append(OwnedTable.removal(plan.mark()));
    script.append("table netdev ").append(plan.mark().table()).append(" {\n");
    script.append("  comment \"").append(plan.mark().onTable()).append("\"\n");
    COUNTERS.keySet().stream().sorted().forEach(this::counter);
    if (!basis.sources().isEmpty()) {
      chain("tagged_again", TAGGED_AGAIN);
      chain("tagged", TAGGED);
      chain("active", ACTIVE);
      if (asksForFormAlone()) {
        chain("formed", FORMED);
      }
      basis.sources().forEach(source -> writeSource(source, fate));
      writeStacked();
    }
    writeReturn();
    if (basis.has(plan.peer())) {
      hook("assistant", plan.peer(), "drop");
      script.append("  }\n");
    }
    return script.append("}\n").toString();
  }

  private boolean asksForFormAlone() {
    return basis.sources().stream().anyMatch(source -> !source.usable())
        || basis.stacked().stream().anyMatch(Stacked::taken);
  }

  private void counter(String name) {
    script.append("  counter ").append(name).append(" {\n  }\n");
  }

  private void writeSource(Source source, Fate fate) {
    boolean there = source.usable() || plan.bypass().drops();
    if (!there || !(source.isThere() || basis.prepares())) {
      return;
    }
    if (fate != Fate.FORWARD) {
      writeFate(source, fate);
    }
    hook("from_" + source.number(), source.device(), "accept");
    LEAVE_AT_ONCE.forEach(this::rule);
    rule("meta mark " + ReturnMark.text(plan.way().returnMark()) + " meta mark set 0 accept");
    if (fate != Fate.FORWARD) {
      if (source.usable()) {
        rule(PLAIN + fateChain(source));
      }
      rule(source.usable() ? "jump active" : "jump formed");
      rule("goto " + fateChain(source));
    }
    script.append("  }\n");
  }

  /** Their frames have left the rules of the interface below, as those of another machine. */
  private void writeStacked() {
    for (int i = 0; i < basis.stacked().size(); i++) {
      Stacked stacked = basis.stacked().get(i);
      hook("stacked_" + (i + 1), stacked.name(), "accept");
      LEAVE_AT_ONCE.forEach(this::rule);
      rule(stacked.taken() ? "jump formed" : "jump active");
      rule("counter name \"stacked\" drop");
      script.append("  }\n");
    }
  }

  private static String fateChain(Source source) {
    return "active_" + source.number();
  }

  /** The chain that decides about the active packets of a source. */
  private void writeFate(Source source, Fate fate) {
    begin(fateChain(source));
    if (fate == Fate.DIVERT && source.usable()) {
      testReversePath(source);
      rule(
          "%s%s fwd to \"%s\""
              .formatted(DIVERTED, IngressAddress.text(source.number()), plan.link()));
    } else {
      rule(DROP_UNPROCESSED);
    }
    script.append("  }\n");
  }

  private void testReversePath(Source source) {
    ReversePath test = basis.reversePaths().get(source.device());
    if (test != ReversePath.UNTESTED) {
      rule(test.match() + " counter name \"reverse_path\" drop");
    }
  }

  private void writeReturn() {
    if (!plan.makesPair() || !basis.has(plan.pair().link())) {
      return;
    }
    hook("returned", plan.pair().link(), "accept");
    // Beats are heard behind this hook.
    rule("ether type 0x%04x accept".formatted(WorkerBeat.ETHER_TYPE));
    rule("counter name \"not_returned\" drop");
    script.append("  }\n");
    if (basis.has(plan.nic())) {
      hook("from_router", plan.nic(), "accept");
      rule("ether saddr & ff:ff:ff:ff:00:00 != " + IngressAddress.PREFIX_TEXT + " accept");
      DIVERTIBLE.forEach(match -> rule(match + comeBack()));
      rule("counter name \"never_diverted\" drop");
      script.append("  }\n");
    }
  }

  private String comeBack() {
    return " meta mark set %s ether daddr set %s fwd to \"%s\""
        .formatted(
            ReturnMark.text(plan.way().returnMark()),
            plan.mark().mac(plan.pair().link()),
            plan.pair().peer());
  }

  private void chain(String name, List<String> rules) {
    begin(name);
    rules.forEach(this::rule);
    script.append("  }\n");
  }

  private void begin(String name) {
    script.append("  chain ").append(name).append(" {\n");
  }

  private void hook(String name, String link, String policy) {
    begin(name);
    rule(
        String.format(
            Locale.ROOT,
            "type filter hook ingress device \"%s\" priority 0; policy %s;",
            link,
            policy));
  }

  private void rule(String text) {
    script.append("    ").append(text).append('\n');
  }

  /** True if a table drops active packets. */
  static boolean drops(String listing) {
    return listing.contains(DROP_UNPROCESSED);
  }

  /** True if a table diverts active packets. */
  static boolean diverts(String listing) {
    return listing.contains(DIVERTED);
  }
}
