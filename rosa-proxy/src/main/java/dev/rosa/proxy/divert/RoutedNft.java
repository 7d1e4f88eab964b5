package dev.rosa.proxy.divert;

import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.network.OwnedTable;
import dev.rosa.proxy.divert.ProxyNft.Fate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writer of the nft script for what a proxy needs where packets are routed: clients' FTP, and HTTP
 * whose answers may be scanned, go to relays, and connections to other ports pass through holes
 * alone, if the plan says so. A hole is an element of {@code holes}: two hosts and a port. A SYN
 * does not use it up, as anybody may have sent that in the name of one of them.
 */
final class RoutedNft {

  /** Bit of the mark of packets that are for a socket of the relay. */
  static final int RELAY_MARK = 0x0800_0000;

  /** Number of the relay's routing table: "RF". */
  static final int ROUTE_TABLE = 0x5246;

  private static final String MARK = "meta mark set meta mark or 0x%x accept".formatted(RELAY_MARK);

  private static final int MOST_HOLES = 16_384;
  private static final String HOLE = "%1$s saddr . %1$s daddr . tcp dport";

  private final ProxyPlan plan;
  private final Fate fate;
  private final String clients;
  private final String servers;
  private final StringBuilder script = new StringBuilder();

  private RoutedNft(ProxyPlan plan, Fate fate) {
    this.plan = plan;
    this.fate = fate;
    clients = names(plan.clients());
    servers = names(plan.servers());
  }

  /** True if a plan needs that table. */
  static boolean isNeeded(ProxyPlan plan) {
    return plan.hasRelay() || plan.refusesOthers();
  }

  /** The script that puts the table into force. */
  static String script(ProxyPlan plan, Fate fate) {
    return new RoutedNft(plan, fate).write();
  }

  private String write() {
    script.append(OwnedTable.removal(plan.mark(), OwnedTable.INET));
    script.append("table inet ").append(plan.mark().table()).append(" {\n");
    script.append("  comment \"").append(plan.mark().onTable()).append("\"\n");
    if (plan.hasRelay()) {
      relayed();
      plan.relay().ifPresent(relay -> control("control", relay));
      plan.scans().ifPresent(scans -> control("scanned", scans.relay()));
    }
    if (plan.refusesOthers()) {
      sets();
      holes();
      others();
    }
    return script.append("}\n").toString();
  }

  /** What a socket of a relay has goes there, and what begins a connection that is relayed. */
  private void relayed() {
    begin("relayed", "type filter hook prerouting priority mangle; policy accept;");
    plan.relay().ifPresent(this::known);
    plan.scans().map(ProxyPlan.ScanRelay::relay).ifPresent(this::known);
    plan.relay()
        .ifPresent(
            relay ->
                rule(
                    "iifname %s tcp dport %s fib daddr type != local jump control"
                        .formatted(clients, numbers(relay.ports().stream()))));
    plan.scans().ifPresent(this::scanned);
    end();
  }

  private void known(ProxyPlan.Relay relay) {
    String known = "iifname %s tcp %s %s socket transparent 1 " + MARK;
    String ports = numbers(relay.ports().stream());
    rule(known.formatted(servers, "sport", ports));
    rule(known.formatted(clients, "dport", ports));
  }

  /** This machine's own server has no other way to a client than past the relay. */
  private void scanned(ProxyPlan.ScanRelay scans) {
    String ports = numbers(scans.relay().ports().stream());
    for (String way : ScanWays.sent(scans.ways())) {
      String match = "iifname %s %stcp dport %s ".formatted(clients, way, ports);
      if (fate != Fate.FORWARD) {
        rule(match + "fib daddr type local counter drop");
      }
      rule(match + "fib daddr type != local jump scanned");
    }
  }

  private void control(String name, ProxyPlan.Relay relay) {
    switch (fate) {
      case DIVERT ->
          chain(
              name,
              "meta nfproto ipv4 meta l4proto tcp tproxy ip to 127.0.0.1:%d %s"
                  .formatted(relay.ipv4(), MARK),
              relay.ipv6() == 0
                  ? "meta nfproto ipv6 counter drop"
                  : "meta nfproto ipv6 meta l4proto tcp tproxy ip6 to [::1]:%d %s"
                      .formatted(relay.ipv6(), MARK),
              "counter drop");
      case FORWARD -> chain(name, "counter accept");
      case DROP -> chain(name, "counter drop");
    }
  }

  private void sets() {
    script.append("  counter others {\n  }\n  counter sets_full {\n  }\n");
    for (IpFamily family : IpFamily.values()) {
      String address = "ipv%s_addr".formatted(family.digit);
      script.append(
          "  set holes%s {\n    type %s . %s . inet_service\n    size %d\n"
              .formatted(family.digit, address, address, MOST_HOLES));
      script.append("    flags dynamic,timeout\n    timeout 30s\n  }\n");
    }
  }

  private void holes() {
    chain(
        "opening",
        "type filter hook prerouting priority raw; policy accept;",
        "meta mark %s jump opened".formatted(ReturnMark.text(ProxyPlan.HOLE_MARK)));
    chain(
        "opened",
        "tcp flags & rst == 0 jump open",
        "delete @holes4 { %s }".formatted(IpFamily.V4.in(HOLE)),
        "delete @holes6 { %s }".formatted(IpFamily.V6.in(HOLE)),
        "drop");
    chain(
        "open",
        "update @holes4 { %s } drop".formatted(IpFamily.V4.in(HOLE)),
        "update @holes6 { %s } drop".formatted(IpFamily.V6.in(HOLE)),
        "counter name \"sets_full\" drop");
  }

  /** No connection begins without a SYN that is alone. */
  private void others() {
    chain(
        "passing",
        "type filter hook forward priority filter; policy accept;",
        "iifname %s oifname %s jump others".formatted(clients, servers),
        "iifname %s oifname %s jump others".formatted(servers, clients));
    if (fate == Fate.FORWARD) {
      chain("others", "accept");
    } else {
      chain(
          "others",
          "meta l4proto != tcp accept",
          "tcp flags & (syn | ack) != syn accept",
          "iifname %s tcp dport %s accept".formatted(clients, numbers(judgedPorts())),
          hole(IpFamily.V4),
          hole(IpFamily.V6),
          "counter name \"others\" reject with tcp reset");
    }
  }

  private static String hole(IpFamily family) {
    return "%s @holes%s accept".formatted(family.in(HOLE), family.digit);
  }

  private Stream<Integer> judgedPorts() {
    return Stream.concat(
            plan.ports().stream(), plan.relay().stream().flatMap(relay -> relay.ports().stream()))
        .sorted();
  }

  private void chain(String name, String... rules) {
    begin(name, rules);
    end();
  }

  private void begin(String name, String... rules) {
    script.append("  chain ").append(name).append(" {\n");
    for (String rule : rules) {
      rule(rule);
    }
  }

  private void rule(String rule) {
    script.append("    ").append(rule).append('\n');
  }

  private void end() {
    script.append("  }\n");
  }

  private static String names(List<String> links) {
    return links.stream()
        .map(link -> '"' + link + '"')
        .collect(Collectors.joining(", ", "{ ", " }"));
  }

  private static String numbers(Stream<Integer> ports) {
    return ports.map(String::valueOf).collect(Collectors.joining(", ", "{ ", " }"));
  }
}
