package dev.rosa.proxy.divert;

import static java.util.stream.Collectors.joining;

import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.keeper.WorkerBeat;
import dev.rosa.network.OwnedTable;
import dev.rosa.packetio.IngressAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Writer of the nft script for a proxy's rules: one table, changed in one transaction.
 *
 * <p>At clients, all of a proxied port goes to the workers but what passes in the kernel: bare
 * acknowledgements of connections that are not in {@code fresh}, and the packets of those in {@code
 * pass}, both of clients in {@code users} alone. At servers, what opens or resets a connection goes
 * there, a bare end, and the answers that {@code await} names. A packet that comes back changes the
 * sets by the source address of its frame ({@link Verdict}). Where a set is full, the change does
 * not match, and the next rule drops a packet whose answer would come unjudged, and lets any other
 * one pass alone.
 *
 * <p>Requests that the kernel's cache lets pass have a mark, which nothing else gives; so have
 * their answers.
 *
 * <p>A bare acknowledgement is as long as its headers, by a chain for each length of TCP's: nft
 * 1.0.6 cannot list one concatenation of both. Its static methods keep no state.
 */
final class ProxyNft {

  /** The verdict on what is to be judged. */
  enum Fate {
    /** It goes to the workers. */
    DIVERT,
    /** It is forwarded unjudged. */
    FORWARD,
    /** It is dropped. */
    DROP
  }

  /** A connection as its client's packets name it, and as its server's do. */
  private static final String SENT = "%1$s saddr . tcp sport . %1$s daddr . tcp dport";

  private static final String SENT_BACK = "%1$s daddr . tcp dport . %1$s saddr . tcp sport";

  private static final List<String> COUNTERS =
      List.of(
          "cached",
          "fragments",
          "ftp",
          "new_clients",
          "not_returned",
          "quic",
          "relayed",
          "sets_full",
          "tagged_twice",
          "to_clients",
          "to_servers",
          "unjudged");

  /** An end of a connection that is longer carries bytes, and may be many segments at once. */
  private static final int LONGEST_BARE_END = 200;

  private static final String NEW_CLIENT = "tcp flags & (fin | syn | rst | ack) == syn";

  /** Packets that open connections of clients that are not known; others keep the workers' time. */
  private static final String NEW_CLIENTS = "4000/second burst 4000 packets";

  /** An answer that is over is awaited for so long: hundreds of deleted elements fill a bucket. */
  private static final String ANSWERED = "10ms";

  private static final int FTP = 21;

  private static final int SHORTEST_HEADER = 5;
  private static final int LONGEST_HEADER = 15;
  private static final int IPV4_HEADER = 20;

  private final ProxyPlan plan;
  private final StringBuilder script = new StringBuilder();

  private ProxyNft(ProxyPlan plan) {
    this.plan = plan;
  }

  /**
   * The script that puts all rules into force.
   *
   * @param sources the plan's links that are there
   * @param hasPair whether the assistant link is there
   * @param keepsSets whether the table is there, for the same links: what its sets hold stays
   */
  static String script(
      ProxyPlan plan, List<Source> sources, boolean hasPair, Fate fate, boolean keepsSets) {
    return new ProxyNft(plan).write(sources, hasPair, fate, keepsSets);
  }

  /** The script that changes the fate alone; sets and all other rules stay. */
  static String change(ProxyPlan plan, List<Source> sources, Fate fate) {
    StringBuilder script = new StringBuilder();
    for (Source source : sources) {
      String chain = "netdev " + plan.mark().table() + " judged_" + source.number();
      script.append("flush chain ").append(chain).append('\n');
      script.append("add rule ").append(chain).append(' ');
      script.append(judged(plan, source, fateOf(plan, source, fate))).append('\n');
    }
    return script.toString();
  }

  private String write(List<Source> sources, boolean hasPair, Fate fate, boolean keepsSets) {
    String table = "netdev " + plan.mark().table();
    script.append(
        keepsSets
            ? "add table %1$s\nflush table %1$s\n".formatted(table)
            : OwnedTable.removal(plan.mark()));
    script.append("table ").append(table).append(" {\n");
    script.append("  comment \"").append(plan.mark().onTable()).append("\"\n");
    COUNTERS.forEach(name -> script.append("  counter ").append(name).append(" {\n  }\n"));
    sets("4", "ipv4_addr");
    sets("6", "ipv6_addr");
    chain(
        "tagged",
        "@ll,116,12 != 0 accept",
        drop("meta protocol { 8021q, 8021ad }", "tagged_twice"));
    fragments();
    bare();
    chain("cached", "meta mark set 0", "counter name \"cached\" accept");
    chain("answered", "meta mark set 0", "counter name \"to_clients\" accept");
    returned();
    for (Source source : sources) {
      chain("judged_" + source.number(), judged(plan, source, fateOf(plan, source, fate)));
      if (source.number() <= plan.clients().size()) {
        client(source);
      } else {
        server(source);
      }
    }
    if (hasPair) {
      hook("returned", plan.pair().link(), "accept");
      // Beats are heard behind this hook.
      rule("ether type 0x%04x accept".formatted(WorkerBeat.ETHER_TYPE));
      rule(drop("", "not_returned"));
      end();
      hook("assistant", plan.pair().peer(), "drop");
      end();
    }
    return script.append("}\n").toString();
  }

  /** Fate of packets of a source: those that cannot come back to their link are not judged. */
  private static Fate fateOf(ProxyPlan plan, Source source, Fate fate) {
    if (source.usable() || fate != Fate.DIVERT) {
      return fate;
    }
    return plan.bypass().drops() ? Fate.DROP : Fate.FORWARD;
  }

  private static String judged(ProxyPlan plan, Source source, Fate fate) {
    return switch (fate) {
      case DIVERT ->
          "ether saddr set %s fwd to \"%s\""
              .formatted(IngressAddress.text(source.number()), plan.pair().link());
      case FORWARD -> "counter name \"unjudged\" accept";
      case DROP -> "counter name \"unjudged\" drop";
    };
  }

  private void sets(String family, String type) {
    String connection = type + " . inet_service . " + type + " . inet_service";
    set("users" + family, type, "30s");
    // Longer than a worker remembers a connection that is idle: an answer never comes unjudged.
    set("await" + family, connection, "2h");
    set("pass" + family, connection, "10m");
    // Longer than a server takes an acknowledgement of its SYN cookie.
    set("watched" + family, connection, "3m");
  }

  private void set(String name, String type, String timeout) {
    script.append(
        "  set %s {\n    type %s\n    size %d\n    flags dynamic,timeout\n    timeout %s\n  }\n"
            .formatted(name, type, plan.setSize(), timeout));
  }

  /** Fragments of IPv6 whose protocol cannot be seen may be of TCP. */
  private void fragments() {
    chain(
        "fragments",
        drop("ip frag-off & 0x1fff != 0 ip protocol tcp", "fragments"),
        "ip frag-off & 0x1fff != 0 accept",
        "exthdr frag exists meta l4proto != tcp accept",
        drop("exthdr frag exists", "fragments"));
  }

  private void bare() {
    begin("unless_watched");
    for (IpFamily family : IpFamily.values()) {
      rule("%s @watched%s return".formatted(family.in(SENT), family.digit));
    }
    rule("accept");
    end();
    for (int words = SHORTEST_HEADER; words <= LONGEST_HEADER; words++) {
      chain(
          "bare_" + words,
          "ip length %d goto unless_watched".formatted(IPV4_HEADER + 4 * words),
          "ip6 length %d goto unless_watched".formatted(4 * words));
    }
    chain(
        "bare",
        "tcp flags & (fin | syn | rst | ack | urg) != ack return",
        IntStream.rangeClosed(SHORTEST_HEADER, LONGEST_HEADER)
            .mapToObj(words -> "%1$d : goto bare_%1$d".formatted(words))
            .collect(joining(", ", "tcp doff vmap { ", " }")));
  }

  private String ports() {
    return set(plan.ports());
  }

  private static String set(List<Integer> ports) {
    return ports.stream().map(String::valueOf).collect(joining(", ", "{ ", " }"));
  }

  private void client(Source source) {
    int number = source.number();
    begin("known_" + number);
    rule("tcp flags & (fin | syn | rst) != 0 goto judged_" + number);
    for (IpFamily family : IpFamily.values()) {
      rule(
          "%s @pass%s counter name \"to_servers\" accept".formatted(family.in(SENT), family.digit));
    }
    rule("jump bare");
    end();
    begin(source, "dport");
    plan.scans().ifPresent(scans -> relayed("dport", scans.relay(), ScanWays.sent(scans.ways())));
    rule("ip saddr @users4 jump known_" + number);
    rule("ip6 saddr @users6 jump known_" + number);
    rule(drop(NEW_CLIENT + " limit rate over " + NEW_CLIENTS, "new_clients"));
    rule("tcp dport %s goto judged_%d".formatted(ports(), number));
    end();
  }

  private void server(Source source) {
    String judged = " goto judged_" + source.number();
    String ends = "opens_or_ends_" + source.number();
    chain(
        ends,
        "tcp flags & (syn | ack) == (syn | ack)" + judged,
        "tcp flags & rst != 0" + judged,
        "tcp flags & fin != 0 meta length < " + LONGEST_BARE_END + judged);
    begin(source, "sport");
    plan.scans()
        .ifPresent(scans -> relayed("sport", scans.relay(), ScanWays.sentBack(scans.ways())));
    rule("tcp flags & (fin | syn | rst) != 0 jump " + ends);
    for (IpFamily family : IpFamily.values()) {
      rule("%s @await%s".formatted(family.in(SENT), family.digit) + judged);
    }
    rule("counter name \"to_clients\" accept");
    end();
  }

  /** A relay takes these where packets are routed. */
  private void relayed(String port, ProxyPlan.Relay relay, List<String> ways) {
    for (String way : ways) {
      rule("%stcp %s %s counter name \"relayed\" accept".formatted(way, port, set(relay.ports())));
    }
  }

  /** Begins the hook of a link, by which all leaves but the packets of proxied ports. */
  private void begin(Source source, String port) {
    hook("from_" + source.number(), source.device(), "accept");
    rule("meta mark " + ReturnMark.text(ProxyPlan.RETURN_MARK) + " goto back");
    String chain = port.equals("dport") ? "cached" : "answered";
    rule("meta mark " + ReturnMark.text(ProxyPlan.CACHE_MARK) + " goto " + chain);
    if (source.usable() || !plan.bypass().drops()) {
      // Linux forwards no other frames.
      rule("meta pkttype != host accept");
      rule("ether type { 8021q, 8021ad } jump tagged");
    } else {
      // The bridge of a port takes frames for its own address, and may take tags off.
      rule(drop("meta protocol { 8021q, 8021ad }", "tagged_twice"));
    }
    rule("meta protocol != { ip, ip6 } accept");
    if (port.equals("dport") && !plan.quicPorts().isEmpty()) {
      // Before fragments: the first one has the ports. Clients go back to TLS over TCP.
      rule("udp dport %s counter name \"quic\" reject".formatted(set(plan.quicPorts())));
    }
    rule("ip frag-off & 0x3fff != 0 jump fragments");
    rule("meta protocol ip6 jump fragments");
    rule("meta l4proto != tcp accept");
    if (port.equals("dport") && plan.relay().isEmpty() && !plan.ports().contains(FTP)) {
      // Nothing judges its commands.
      rule("tcp dport " + FTP + " counter name \"ftp\" reject with tcp reset");
    }
    rule("tcp %s != %s accept".formatted(port, ports()));
    rule(drop("ip frag-off & 0x3fff != 0", "fragments"));
  }

  /** What comes back, and the changes of sets that it makes. */
  private void returned() {
    begin("forget_earlier");
    for (IpFamily family : IpFamily.values()) {
      rule("delete @pass%s { %s }".formatted(family.digit, family.in(SENT)));
      rule("delete @await%s { %s }".formatted(family.digit, family.in(SENT_BACK)));
    }
    end();
    chain("on_admit", "jump forget_earlier", "accept");
    watch("on_admit_watched", SENT, SENT_BACK);
    watch("on_watch", SENT_BACK, SENT);
    // It was judged, and its client's next ones come to the workers again.
    change("on_keep", "update @users%s { %s saddr } accept", "counter name \"sets_full\" accept");
    change(
        "on_await",
        "update @await%s { " + SENT_BACK.replace("1$", "2$") + " } accept",
        drop("", "sets_full"));
    change(
        "on_answered",
        "update @await%s { " + SENT.replace("1$", "2$") + " timeout " + ANSWERED + " } accept",
        "accept");
    change("on_pass_through", "update @pass%s { " + SENT.replace("1$", "2$") + " }", "accept");
    begin("on_abandon");
    for (IpFamily family : IpFamily.values()) {
      rule("delete @await%s { %s }".formatted(family.digit, family.in(SENT)));
      rule("delete @watched%s { %s }".formatted(family.digit, family.in(SENT_BACK)));
    }
    rule("drop");
    end();
    change("on_forget", "delete @users%s { %s saddr }", "drop");
    // Its set is in the table for what is routed.
    chain("on_hole", "meta mark set " + ReturnMark.text(ProxyPlan.HOLE_MARK) + " accept");
    begin("back");
    rule("meta mark set 0");
    rule(
        Arrays.stream(Verdict.values())
            .map(ProxyNft::taken)
            .collect(joining(", ", "ether saddr & ff:ff:ff:ff:ff:00 vmap { ", " }")));
    rule(drop("", "not_returned"));
    end();
  }

  /** All packets of a connection go to the workers. */
  private void watch(String chain, String ofClient, String ofServer) {
    begin(chain);
    for (IpFamily family : IpFamily.values()) {
      rule("delete @pass%s { %s }".formatted(family.digit, family.in(ofClient)));
      rule(
          "update @watched%1$s { %2$s } update @await%1$s { %3$s } accept"
              .formatted(family.digit, family.in(ofClient), family.in(ofServer)));
    }
    rule(drop("", "sets_full"));
    end();
  }

  private static String taken(Verdict verdict) {
    String chain = "on_" + verdict.name().toLowerCase(Locale.ROOT);
    return IngressAddress.text(verdict.on(0))
        + (verdict == Verdict.PASS ? " : accept" : " : goto " + chain);
  }

  private void change(String name, String change, String otherwise) {
    begin(name);
    for (IpFamily family : IpFamily.values()) {
      rule(change.formatted(family.digit, family.header));
    }
    rule(otherwise);
    end();
  }

  private static String drop(String match, String counter) {
    return (match + " counter name \"" + counter + "\" drop").strip();
  }

  private void chain(String name, String... rules) {
    begin(name);
    for (String rule : rules) {
      rule(rule);
    }
    end();
  }

  private void begin(String name) {
    script.append("  chain ").append(name).append(" {\n");
  }

  private void end() {
    script.append("  }\n");
  }

  private void hook(String name, String link, String policy) {
    begin(name);
    rule("type filter hook ingress device \"%s\" priority 0; policy %s;".formatted(link, policy));
  }

  private void rule(String text) {
    script.append("    ").append(text).append('\n');
  }
}
