package dev.rosa.proxy.divert;

import dev.rosa.firewall.assistant.LinkPair;
import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.Plan;
import dev.rosa.firewall.keeper.PlanInForce;
import dev.rosa.firewall.keeper.PlanLocks;
import dev.rosa.network.Kernel;
import dev.rosa.network.NamespaceLock;
import dev.rosa.network.OwnershipMark;
import dev.rosa.network.PlanRole;
import dev.rosa.proxy.rules.InterfacesConfig;
import dev.rosa.proxy.rules.ScanWay;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plan of a proxy: what goes to its workers between which links. Immutable.
 *
 * @param pair the assistant link, with the mark of its owner
 * @param clients links where clients are; their numbers begin with 1
 * @param servers links where servers are; their numbers follow
 * @param ports of proxied protocols
 * @param quicPorts where QUIC is refused
 * @param setSize most elements of each set
 * @param relay the relay of FTP; empty: nothing judges FTP
 * @param scans the relay of HTTP whose answers may be scanned; empty: nothing is scanned
 * @param refusesOthers whether connections to other ports are refused, but for FTP's data
 * @param bypass what happens while no worker is alive
 */
record ProxyPlan(
    LinkPair pair,
    List<String> clients,
    List<String> servers,
    List<Integer> ports,
    List<Integer> quicPorts,
    int setSize,
    Optional<Relay> relay,
    Optional<ScanRelay> scans,
    boolean refusesOthers,
    Bypass bypass)
    implements Plan {

  /** The words that mark tables and links of a proxy. */
  static final PlanRole ROLE =
      new PlanRole("rosa_proxy_", "ROSA kernel part of", PlanRole.ASSISTANT_LINK, "proxy");

  /** Mark of packets that come back from the proxy. */
  static final int RETURN_MARK = ReturnMark.PROXY;

  /** Mark of packets that open a hole, and end with that. */
  static final int HOLE_MARK = 0x524f0003;

  /** Mark of clients' requests that the kernel's cache lets pass. */
  static final int CACHE_MARK = 0x524f0004;

  /** Name of the lock of relays: one proxy of a machine has some. */
  static final String RELAYS = "rosa-proxy-ftp";

  private static final int FIXED = 17;

  /**
   * Treatment of proxied traffic while no worker is alive.
   *
   * @param drops whether it is dropped, else forwarded
   * @param silence how long a worker may not have been heard of
   * @param workers how many there are
   */
  record Bypass(boolean drops, Duration silence, int workers) {}

  /**
   * A relay, at this machine's own addresses.
   *
   * @param ports of servers
   * @param ipv4 port at 127.0.0.1
   * @param ipv6 port at ::1; 0: none
   */
  record Relay(List<Integer> ports, int ipv4, int ipv6) {
    Relay {
      ports = List.copyOf(ports);
    }
  }

  /**
   * The relay of HTTP, and which connections go to it.
   *
   * @param ways ends of these connections
   */
  record ScanRelay(Relay relay, List<ScanWay> ways) {
    ScanRelay {
      ways = List.copyOf(ways);
    }
  }

  ProxyPlan {
    clients = List.copyOf(clients);
    servers = List.copyOf(servers);
    ports = List.copyOf(ports);
    quicPorts = List.copyOf(quicPorts);
  }

  /**
   * The plan of a configuration.
   *
   * @param relay that clients' FTP goes to; empty if no ports of FTP are configured
   * @param scans that clients' HTTP goes to; empty if no rule has a scan
   */
  static ProxyPlan of(InterfacesConfig config, Optional<Relay> relay, Optional<ScanRelay> scans) {
    List<Integer> ports = new ArrayList<>();
    ports.addAll(InterfacesConfig.Ports.numbers(config.ports().http()));
    ports.addAll(InterfacesConfig.Ports.numbers(config.ports().https()));
    ports.addAll(InterfacesConfig.Ports.numbers(config.ports().telnet()));
    OwnershipMark mark = new OwnershipMark(ROLE, config.name());
    return new ProxyPlan(
        new LinkPair(mark, config.assistant().link(), config.assistant().peer()),
        config.clients(),
        config.servers(),
        ports.stream().sorted().toList(),
        config.letsQuicPass() ? List.of() : InterfacesConfig.Ports.numbers(config.ports().https()),
        config.connections(),
        relay,
        scans,
        config.refusesOtherTcp(),
        new Bypass(config.dropsWhenGone(), config.silence(), config.workers()));
  }

  OwnershipMark mark() {
    return pair.mark();
  }

  /** Links of clients, then those of servers: a link's number is its place from 1. */
  List<String> links() {
    List<String> all = new ArrayList<>(clients);
    all.addAll(servers);
    return all;
  }

  /** True if some connections are relayed. */
  boolean hasRelay() {
    return relay.isPresent() || scans.isPresent();
  }

  @Override
  public String subject() {
    return "the proxy's kernel part";
  }

  @Override
  public PlanLocks lock(Kernel kernel) throws IOException {
    return PlanLocks.take(
        locks -> {
          locks.add(lockKeeper(mark()));
          if (hasRelay()) {
            locks.add(
                NamespaceLock.take(
                    RELAYS,
                    "another proxy of this machine relays FTP or scans: give one of them"
                        + " <ports ftp=\"\"> and no rule with scan"));
          }
        });
  }

  /** Takes the lock of the process that keeps a proxy's tables and links. */
  static NamespaceLock lockKeeper(OwnershipMark mark) throws IOException {
    return NamespaceLock.take(
        "rosa-proxy-keeper/" + mark.table(),
        "the kernel part of %s is kept by a process that runs".formatted(mark.owner()));
  }

  @Override
  public PlanInForce inForce(Kernel kernel, BeatReceiver beats, Events events) {
    return new ProxyInForce(this, kernel, beats, events);
  }

  /** As a command line; {@link #parse} is the inverse. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(mark().name());
    arguments.add(pair.link());
    arguments.add(pair.peer());
    arguments.add(Integer.toString(setSize));
    arguments.add(Boolean.toString(bypass.drops()));
    arguments.add(Long.toString(bypass.silence().toMillis()));
    arguments.add(Integer.toString(bypass.workers()));
    arguments.add(text(quicPorts));
    arguments.addAll(words(relay));
    arguments.add(Boolean.toString(refusesOthers));
    arguments.addAll(words(scans.map(ScanRelay::relay)));
    arguments.add(scans.map(relayed -> ScanWays.text(relayed.ways())).orElse(""));
    arguments.add(Integer.toString(clients.size()));
    arguments.addAll(clients);
    arguments.add(Integer.toString(servers.size()));
    arguments.addAll(servers);
    ports.forEach(port -> arguments.add(port.toString()));
    return arguments;
  }

  private static List<String> words(Optional<Relay> relay) {
    return List.of(
        relay.map(way -> text(way.ports())).orElse(""),
        relay.map(way -> Integer.toString(way.ipv4())).orElse("0"),
        relay.map(way -> Integer.toString(way.ipv6())).orElse("0"));
  }

  private static String text(List<Integer> numbers) {
    return String.join(" ", numbers.stream().map(String::valueOf).toList());
  }

  static ProxyPlan parse(List<String> arguments) {
    int clientsEnd = FIXED + Integer.parseInt(arguments.get(FIXED - 1));
    int serversEnd = clientsEnd + 1 + Integer.parseInt(arguments.get(clientsEnd));
    return new ProxyPlan(
        new LinkPair(new OwnershipMark(ROLE, arguments.get(0)), arguments.get(1), arguments.get(2)),
        arguments.subList(FIXED, clientsEnd),
        arguments.subList(clientsEnd + 1, serversEnd),
        arguments.subList(serversEnd, arguments.size()).stream().map(Integer::valueOf).toList(),
        InterfacesConfig.Ports.numbers(arguments.get(7)),
        Integer.parseInt(arguments.get(3)),
        relay(arguments.subList(8, 11)),
        relay(arguments.subList(12, 15))
            .map(way -> new ScanRelay(way, ScanWays.parse(arguments.get(15)))),
        Boolean.parseBoolean(arguments.get(11)),
        new Bypass(
            Boolean.parseBoolean(arguments.get(4)),
            Duration.ofMillis(Long.parseLong(arguments.get(5))),
            Integer.parseInt(arguments.get(6))));
  }

  private static Optional<Relay> relay(List<String> words) {
    List<Integer> ports = InterfacesConfig.Ports.numbers(words.get(0));
    if (ports.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Relay(ports, Integer.parseInt(words.get(1)), Integer.parseInt(words.get(2))));
  }
}
