package dev.rosa.bench.proxy.ground;

import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Shell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Machine between src and dst, a network namespace of its own with a link to each. Every way has
 * one, so that no way's rules and connection tracking concern another, and all stay warm.
 *
 * @param number from 1
 */
public record WayMachine(int number) {

  /** Its link to src. */
  public static final String CLIENT_LINK = "r0";

  /** Its link to dst. */
  public static final String SERVER_LINK = "r1";

  /** Addresses of the server at each machine: each has ports of the client of its own. */
  private static final int SERVERS = 8;

  private static final List<String> FORWARDING =
      List.of(
          "ip_forward=1",
          "conf.all.rp_filter=0",
          "conf.default.rp_filter=0",
          "conf.all.send_redirects=0");

  /** Many short connections, one after the other. */
  private static final List<String> ENDS =
      List.of(
          "ip_local_port_range=1025 65535",
          "tcp_tw_reuse=1",
          "tcp_max_syn_backlog=8192",
          "tcp_fin_timeout=5");

  /** Adds one to the network that was laid out. */
  public static WayMachine add(int number) throws IOException {
    WayMachine machine = new WayMachine(number);
    String name = machine.namespace();
    BenchNetwork.ip("netns add " + name);
    BenchNetwork.ip("-n " + name + " link set lo up");
    machine.join("src", "w" + number, CLIENT_LINK, machine.near(1), machine.clientAddress());
    machine.join("dst", "w" + number, SERVER_LINK, machine.near(2), machine.serverAddress());
    for (int i = 1; i < SERVERS; i++) {
      BenchNetwork.ip("-n dst addr add %s/16 dev w%d".formatted(machine.serverAddress(i), number));
    }
    machine.route("src", 2, machine.near(1));
    machine.route("dst", 1, machine.near(2));
    set(name, FORWARDING);
    set(name, ENDS);
    return machine;
  }

  /** Lets the two ends have many short connections. */
  public static void prepareEnds() throws IOException {
    set("src", ENDS);
    set("dst", ENDS);
    Shell.run("ip", "netns", "exec", "dst", "sysctl", "-qw", "net.core.somaxconn=8192");
  }

  private static void set(String namespace, List<String> settings) throws IOException {
    for (String setting : settings) {
      String name = "net.ipv4." + setting;
      Shell.run("ip", "netns", "exec", namespace, "sysctl", "-qw", name);
    }
  }

  private void join(String end, String outer, String inner, String near, String far)
      throws IOException {
    String name = namespace();
    BenchNetwork.ip(
        "-n " + name + " link add " + inner + " type veth peer name " + outer + " netns " + end);
    BenchNetwork.ip("-n " + name + " addr add " + near + "/16 dev " + inner);
    BenchNetwork.ip("-n " + end + " addr add " + far + "/16 dev " + outer);
    BenchNetwork.ip("-n " + name + " link set " + inner + " up");
    BenchNetwork.ip("-n " + end + " link set " + outer + " up");
  }

  private void route(String end, int side, String via) throws IOException {
    BenchNetwork.ip("-n %s route add 10.%d.0.0/16 via %s".formatted(end, net(side), via));
  }

  /** Second number of the addresses at a side: 1 where the client is, 2 where the server is. */
  private int net(int side) {
    return 100 + 2 * number + side - 1;
  }

  private String near(int side) {
    return "10." + net(side) + ".0.1";
  }

  /** Its namespace. */
  public String namespace() {
    return "way" + number;
  }

  /** The client, as the machine sees it. */
  public String clientAddress() {
    return "10." + net(1) + ".0.2";
  }

  /** The server behind it. */
  public String serverAddress() {
    return serverAddress(0);
  }

  /**
   * The same server by another of its addresses. Without TCP's times a client can use a port again
   * for the same address only after a minute, so runs with many connections take turns.
   *
   * @param turn any number from 0
   */
  public String serverAddress(int turn) {
    return "10." + net(2) + ".0." + (2 + turn % SERVERS);
  }

  /** Puts what is needed before a command that runs on it. */
  public List<String> on(List<String> command) {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace()));
    all.addAll(command);
    return all;
  }

  /** Puts rules of nftables in force on it. */
  public void rules(String rules) throws IOException {
    Shell.run(rules, on(List.of("nft", "-f", "-")));
  }

  /** Its connection tracking forgets soon: clients have few addresses, and ports come again. */
  public void forgetSoon() throws IOException {
    for (String setting : List.of("time_wait=5", "close=5", "close_wait=5", "last_ack=5")) {
      String name = "net.netfilter.nf_conntrack_tcp_timeout_" + setting;
      Shell.run("", on(List.of("sysctl", "-qw", name)));
    }
  }
}
