package dev.rosa.bench.firewall.ground;

import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The attacked machine: this process's own namespace, whose link {@value #LINK} leads to src, where
 * all senders are. Honest and bad sources lie behind src, as behind a router. The link may be a
 * port of a bridge for a while. Nothing outside the bench's namespaces is touched. Owned by one
 * thread.
 */
public final class AttackedHost {

  /** Its link. */
  public static final String LINK = "r0";

  /** The other end of that, in src. */
  public static final String LINK_OF_SOURCE = "s0";

  /** Link of src that leads nowhere: sending there costs what sending costs. */
  public static final String NOWHERE = "nowhere";

  /** Of packets from a banned MAC address. */
  public static final String BAD_MAC = "02:00:00:00:00:99";

  /** Of all others. */
  public static final String HONEST_MAC = "02:00:00:00:00:01";

  /** Its address. */
  public static final String ADDRESS = BenchNetwork.NEAR_SOURCE;

  private static final String BRIDGE = "bridge0";
  private static final List<String> BEHIND_SOURCE = List.of("10.16.0.0/12", "10.128.0.0/16");

  /** Most elements of a transaction of a user who is not the machine's root. */
  private static final int TRANSACTION = 1_000;

  /** Most rules of such a one. */
  private static final int RULES_OF_TRANSACTION = 200;

  /** Most of root's. */
  private static final int LARGE_TRANSACTION = 20_000;

  private final boolean privileged;
  private final String mac;

  private AttackedHost(boolean privileged, String mac) {
    this.privileged = privileged;
    this.mac = mac;
  }

  /**
   * Prepares it, once, after the network was laid out.
   *
   * @param privileged true if this is the machine's root, not that of a namespace of users
   */
  public static AttackedHost prepare(boolean privileged) throws IOException {
    BenchNetwork.ip("-n src link add " + NOWHERE + " type bridge");
    BenchNetwork.ip("-n src link set " + NOWHERE + " up");
    for (String prefix : BEHIND_SOURCE) {
      BenchNetwork.ip("-n src route add local " + prefix + " dev lo");
    }
    AttackedHost host = new AttackedHost(privileged, BenchNetwork.macText(LINK));
    setting("net/ipv4/conf/" + LINK + "/rp_filter", "0");
    setting("net/core/somaxconn", "4096");
    setting("net/ipv4/tcp_max_syn_backlog", "4096");
    host.route();
    return host;
  }

  private static void setting(String name, String value) throws IOException {
    Path file = Path.of("/proc/sys").resolve(name);
    if (Files.exists(file)) {
      Files.writeString(file, value);
    }
  }

  private void route() throws IOException {
    for (String prefix : BEHIND_SOURCE) {
      BenchNetwork.ip("route replace " + prefix + " via " + BenchNetwork.SOURCE);
    }
  }

  /** True if XDP and transactions of any size can be had. */
  public boolean isPrivileged() {
    return privileged;
  }

  /** MAC address of its link, and of its bridge. */
  public String mac() {
    return mac;
  }

  /** Puts rules into force. */
  public void nft(String rules) throws IOException {
    Shell.run(rules, List.of("nft", "-f", "-"));
  }

  /**
   * Adds elements to a set, in as few transactions as the kernel takes.
   *
   * @param set family, table and name
   */
  public void addElements(String set, List<String> elements) throws IOException {
    int step = privileged ? LARGE_TRANSACTION : TRANSACTION;
    for (int from = 0; from < elements.size(); from += step) {
      List<String> part = elements.subList(from, Math.min(elements.size(), from + step));
      nft("add element " + set + " { " + String.join(", ", part) + " }\n");
    }
  }

  /** Adds rules, a line each, in as few transactions as the kernel takes. */
  public void addRules(List<String> rules) throws IOException {
    int step = privileged ? LARGE_TRANSACTION : RULES_OF_TRANSACTION;
    for (int from = 0; from < rules.size(); from += step) {
      List<String> part = rules.subList(from, Math.min(rules.size(), from + step));
      nft(String.join("\n", part) + "\n");
    }
  }

  /** Removes a table. */
  public void removeTable(String table) throws IOException {
    nft("delete table " + table + "\n");
  }

  /** Makes the link a port of a bridge, which has its address from then on. */
  public void bridge() throws IOException {
    BenchNetwork.ip("link add " + BRIDGE + " address " + mac + " type bridge");
    setting("net/ipv4/conf/" + BRIDGE + "/rp_filter", "0");
    BenchNetwork.ip("addr del " + ADDRESS + "/24 dev " + LINK);
    BenchNetwork.ip("link set " + LINK + " master " + BRIDGE);
    BenchNetwork.ip("addr add " + ADDRESS + "/24 dev " + BRIDGE);
    BenchNetwork.ip("link set " + BRIDGE + " up");
    route();
  }

  /** The end of that. */
  public void unbridge() throws IOException {
    BenchNetwork.ip("link set " + LINK + " nomaster");
    BenchNetwork.ip("link del " + BRIDGE);
    BenchNetwork.ip("addr add " + ADDRESS + "/24 dev " + LINK);
    route();
  }

  /**
   * First words of a program that sends frames out of a link of src to this machine.
   *
   * @param sourceMac that the frames have
   */
  public List<String> sender(Path program, String link, String sourceMac) {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(List.of(BenchNetwork.namespace("src").toString(), link));
    command.addAll(List.of("/proc/self/ns/net", mac, ADDRESS, sourceMac));
    return command;
  }
}
