package dev.rosa.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the machine's own rules see active packets on the interface that they came in on. */
@Tag("endtoend")
class FirewallTest {

  private static final int PACKETS = 5;
  private static final String DROP =
      "chain f { type filter hook forward priority 0; iifname r0 udp dport 3322 drop; };";

  /** Two tags without a VLAN: priority 5, then 0. */
  private static final String[] TAGGED_TWICE = {"88a8a000", "81000000"};

  @TempDir static Path folder;
  private static NetLab lab;
  private static ForeignSender foreign;
  private static JsonNode session;
  private static long sequence;

  @BeforeAll
  static void start() throws Exception {
    lab = StarLab.start(folder);
    for (String link : List.of("all", "r0", "r1")) {
      lab.run("on", "r1", "sysctl", "-qw", "net.ipv4.conf." + link + ".rp_filter=0");
    }
    foreign = new ForeignSender(lab, folder);
    session = foreign.session("--code", "counter", "--seconds", "600");
  }

  @AfterAll
  static void end() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  @AfterEach
  void removeRules() throws Exception {
    clearRules();
  }

  private static void clearRules() throws Exception {
    lab.run("on", "r1", "nft", "add table inet fw; delete table inet fw");
  }

  private static void rules(String chains) throws Exception {
    lab.run("on", "r1", "nft", "table inet fw { " + chains + " }");
  }

  private static ArrayNode packets(JsonNode of, Object[]... changes) {
    ArrayNode packets = ForeignSender.list();
    for (int i = 0; i < PACKETS; i++) {
      packets.add(ForeignSender.packet(of, ++sequence, "p", changes));
    }
    return packets;
  }

  private static long count(String router, String group, String name)
      throws IOException, InterruptedException {
    return lab.count(router, group, name);
  }

  /** Number of five packets that get from r1 to r2, which stands for the network behind. */
  private static long passed(JsonNode of) throws Exception {
    return passed(packets(of));
  }

  private static long passed(ArrayNode packets) throws Exception {
    long forwarded = count("r1", "packets", "forwarded");
    long received = count("r2", "packets", "received");
    foreign.send(packets);
    Await.until(
        () -> "r1 to forward" + lab.described("r1"),
        () -> count("r1", "packets", "forwarded") == forwarded + PACKETS);
    return settled("r2") - received;
  }

  /** Packets that it has received when no more are under way: they follow each other at once. */
  private static long settled(String router) throws Exception {
    long before;
    long now = count(router, "packets", "received");
    do {
      before = now;
      Thread.sleep(300);
      now = count(router, "packets", "received");
    } while (now != before);
    return now;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldDropWhatARuleForTheirInterfaceDrops(boolean ipv6) throws Exception {
    JsonNode of = ipv6 ? foreign.session("--ipv6", "--code", "counter") : session;
    rules(DROP);
    assertEquals(0, passed(of));
    removeRules();
    assertEquals(PACKETS, passed(of));
  }

  @Test
  void shouldPassWhatAnAcceptListForTheirInterfaceLetsPass() throws Exception {
    rules("chain f { type filter hook forward priority 0; policy drop; iifname r0 accept; };");
    assertEquals(PACKETS, passed(session));
  }

  @Test
  void shouldTakeTheRouteOfARuleForTheirInterface() throws Exception {
    String table = "10.0.2.0/24 via 10.0.12.2 table 77";
    lab.run("bash", "-ec", "ip -n r1 route add blackhole 10.0.2.0/24");
    try {
      assertEquals(0, passed(session));
      lab.run("bash", "-ec", "ip -n r1 route add " + table + "; ip -n r1 rule add iif r0 table 77");
      assertEquals(PACKETS, passed(session));
    } finally {
      lab.run(
          "bash",
          "-c",
          "ip -n r1 route del blackhole 10.0.2.0/24; ip -n r1 route del "
              + table
              + "; ip -n r1 rule del iif r0 table 77 || true");
    }
  }

  @Test
  void shouldKeepAMarkThatPreroutingGaveThem() throws Exception {
    rules(
        "chain p { type filter hook prerouting priority -150; udp dport 3322 meta mark != 0 drop;"
            + " iifname r0 udp dport 3322 meta mark set 0x5; };"
            + " chain f { type filter hook forward priority 0;"
            + " udp dport 3322 meta mark != 0x5 drop; };");
    assertEquals(PACKETS, passed(session));
  }

  /** Sets it at an interface of r1 and waits until the diversion goes by it. */
  private static void filterReversePaths(String link, int value) throws Exception {
    lab.run("on", "r1", "sysctl", "-qw", "net.ipv4.conf." + link + ".rp_filter=" + value);
    // The keeper looks at everything when it sees that a table of ROSA's name was changed.
    lab.run("on", "r1", "nft", "add table netdev rosa_another");
    Await.until(
        "rules for rp_filter=" + value, () -> ruleset().contains("fib saddr") == (value != 0));
    lab.run("on", "r1", "nft", "delete table netdev rosa_another");
  }

  /** Value of a counter of r1's diversion. */
  private static long counted(String name) throws IOException, InterruptedException {
    String counter = lab.run("on", "r1", "nft", "list", "counter", "netdev", "rosa_r1", name);
    return Long.parseLong(counter.replaceAll("(?s).*packets (\\d+).*", "$1"));
  }

  @ParameterizedTest
  @CsvSource({"1,10.0.1.2/32 via 10.0.12.2", "2,blackhole 10.0.1.2/32"})
  void shouldNotWorkOnWhatTheReversePathFilterDropsAtTheirInterface(int filter, String route)
      throws Exception {
    filterReversePaths("r0", filter);
    lab.run("bash", "-ec", "ip -n r1 route add " + route);
    long executed = count("r1", "packets", "executed");
    long received = count("r2", "packets", "received");
    ArrayNode packets = packets(session);
    try {
      foreign.send(packets);
      assertEquals(received, settled("r2"));
      assertEquals(executed, count("r1", "packets", "executed"));
    } finally {
      lab.run("bash", "-ec", "ip -n r1 route del " + route);
    }
    assertEquals(PACKETS, passed(packets));
    filterReversePaths("r0", 0);
  }

  @Test
  void shouldPassGenuinePacketsBehindCopiesThatCameInWhereTheirSourceIsNot() throws Exception {
    filterReversePaths("r1", 1);
    ArrayNode packets = packets(session);
    foreign.replayFrom("r2/r0", packets, mac("r1"));
    Await.until("the copies to be dropped", () -> counted("reverse_path") == PACKETS);
    assertEquals(PACKETS, passed(packets));
    filterReversePaths("r1", 0);
  }

  /** The kernel finds the way back by a rule that no match of nft can ask for. */
  @Test
  void shouldWorkOnPacketsWhoseReversePathARoutingRuleGives() throws Exception {
    lab.run("on", "r1", "sysctl", "-qw", "net.ipv4.conf.r0.rp_filter=1");
    lab.run(
        "bash",
        "-ec",
        "ip -n r1 rule add iif r0 lookup 77; ip -n r1 rule add iif r1 lookup 77;"
            + " ip -n r1 route add 10.0.1.0/24 dev r0 table 77;"
            + " ip -n r1 route add default via 10.0.12.2 table 77;"
            + " ip -n r1 route del 10.0.1.0/24");
    long executed = count("r1", "packets", "executed");
    try {
      clearRules();
      Await.until("rules without a test", () -> !ruleset().contains("fib saddr"));
      assertEquals(PACKETS, passed(session));
      assertEquals(executed + PACKETS, count("r1", "packets", "executed"));
    } finally {
      lab.run(
          "bash",
          "-ec",
          "ip -n r1 route add 10.0.1.0/24 dev r0; ip -n r1 route flush table 77;"
              + " ip -n r1 rule del iif r0 table 77; ip -n r1 rule del iif r1 table 77");
    }
    filterReversePaths("r0", 0);
  }

  /** A field that no tag covers: where the forward chain drops copies, they have been executed. */
  @Test
  void shouldPassGenuinePacketsBehindCopiesThatAnIngressRuleDropsBeforeTheDiversion()
      throws Exception {
    String table = "table netdev fw";
    String hook = "type filter hook ingress device r0 priority -10; ";
    String rule = "udp dport 3322 udp sport < 1024 drop; ";
    long first = sequence;
    ArrayNode copies = packets(session, ForeignSender.change("udp", "sport", 7));
    sequence = first;
    long executed = count("r1", "packets", "executed");
    lab.run("on", "r1", "nft", table + " { chain early { " + hook + rule + "}; }");
    try {
      foreign.send(copies);
      assertEquals(executed, count("r1", "packets", "executed"));
      assertEquals(PACKETS, passed(session));
    } finally {
      lab.run("on", "r1", "nft", "delete " + table);
    }
  }

  /** Every local user may have a datagram leave by any interface. */
  @Test
  void shouldLeaveOutAndCountWhatALocalUserSendsIntoTheAssistantLink() throws Exception {
    String send =
        """
        import socket
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"rosa0")
            s.setsockopt(socket.IPPROTO_IP, socket.IP_OPTIONS, bytes.fromhex("94040000"))
            for _ in range(5):
                s.sendto(b"RO", ("10.0.2.2", 3322))
        """;
    long received = count("r1", "packets", "received");
    long undiverted = count("r1", "diversion", "undiverted");
    lab.run("on", "r1", "/usr/bin/python3", "-c", send);
    Await.until(
        () -> "r1 to count" + lab.described("r1"),
        () -> count("r1", "diversion", "undiverted") == undiverted + PACKETS);
    assertEquals(received, count("r1", "packets", "received"));
  }

  /** An ICMP message to r1 that tells a path MTU to dst; it quotes a packet that r1 never sent. */
  private static final String FORGED_MTU =
      """
      import socket, struct
      r1, dst = socket.inet_aton("10.0.1.1"), socket.inet_aton("10.0.2.2")
      quoted = struct.pack("!BBHHHBBH4s4s8x", 0x45, 0, 1500, 0, 0x4000, 64, 1, 0, r1, dst)
      message = struct.pack("!BBHHH", 3, 4, 0, 0, 552) + quoted
      total = sum(struct.unpack("!%dH" % (len(message) // 2), message))
      total = (total & 0xffff) + (total >> 16)
      message = message[:2] + struct.pack("!H", 0xffff - total) + message[4:]
      s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
      s.sendto(message, ("10.0.1.1", 0))
      """;

  @Test
  void shouldPassWhatHasGrownWhenForgedMessageToldASmallPathMtu() throws Exception {
    lab.run("on", "src", "/usr/bin/python3", "-c", FORGED_MTU);
    try {
      Await.until(
          () -> "r1 to believe the message",
          () -> lab.run("on", "r1", "ip", "route", "get", "10.0.2.2").contains("mtu 552"));
      JsonNode star = foreign.session("--code", "star");
      ArrayNode packets = ForeignSender.list();
      for (int i = 0; i < PACKETS; i++) {
        packets.add(ForeignSender.packet(star, ++sequence, "p".repeat(1_000)));
      }
      assertEquals(PACKETS, passed(packets));
    } finally {
      lab.run("ip", "-n", "r1", "route", "flush", "cache");
    }
  }

  /** Packets of 1,300 bytes, to which the code adds one. */
  @Test
  void shouldPassWhatHasGrownBeyondTheMtuOfTheirInterface() throws Exception {
    JsonNode star = foreign.session("--code", "star");
    ArrayNode packets = ForeignSender.list();
    for (int i = 0; i < PACKETS; i++) {
      packets.add(ForeignSender.packet(star, ++sequence, "p".repeat(1_172)));
    }
    lab.run("ip", "-n", "r1", "link", "set", "r0", "mtu", "1300");
    try {
      ForeignEye eye = ForeignEye.on(lab, "r1", "r1", PACKETS, "ip.len");
      assertEquals(PACKETS, passed(packets));
      assertEquals(Collections.nCopies(PACKETS, List.of("1301")), eye.seen());
    } finally {
      lab.run("ip", "-n", "r1", "link", "set", "r0", "mtu", "1500");
    }
  }

  @Test
  void shouldStayInTheVrfOfTheirInterface() throws Exception {
    RunningProgram make = lab.start("bash", "-c", "ip -n r1 link add vrf1 type vrf table 88");
    assumeTrue(make.awaitExit() == 0, "this kernel has no VRFs (CONFIG_NET_VRF)");
    try {
      lab.run("bash", "-ec", "ip -n r1 link set vrf1 up; ip -n r1 link set r0 master vrf1");
      assertEquals(0, passed(session));
      lab.run("bash", "-ec", "ip -n r1 route add 10.0.2.0/24 via 10.0.12.2 dev r1 table 88");
      assertEquals(PACKETS, passed(session));
    } finally {
      lab.run("bash", "-ec", "ip -n r1 link del vrf1");
    }
  }

  @Test
  void shouldMeetTheSameRulesWhenTheRouterIsGone() throws Exception {
    rules(DROP);
    String pid = Long.toString(lab.pid("r1"));
    lab.run("kill", "-STOP", pid);
    try {
      Await.until("packets to bypass r1", () -> !ruleset().contains("ether saddr set"));
      long received = count("r2", "packets", "received");
      foreign.send(packets(session));
      assertEquals(received, settled("r2"));
    } finally {
      lab.run("kill", "-CONT", pid);
      Await.until("packets to be diverted", () -> ruleset().contains("ether saddr set"));
    }
    assertEquals(0, passed(session));
  }

  private static String ruleset() throws IOException, InterruptedException {
    return lab.run("on", "r1", "nft", "list", "ruleset");
  }

  /** That of an interface of r1. */
  private static String mac(String link) throws Exception {
    return lab.run("on", "r1", "cat", "/sys/class/net/" + link + "/address").strip();
  }

  @ParameterizedTest
  @ValueSource(strings = {"8100a000", "88a8a000"})
  void shouldWorkOnFramesThatHaveAPriorityTag(String tag) throws Exception {
    long executed = count("r1", "packets", "executed");
    long forged = count("r1", "drops", "BAD_TAG");
    foreign.replay(packets(session), mac("r0"), tag);
    Await.until(
        () -> "r1 to execute" + lab.described("r1"),
        () -> count("r1", "packets", "executed") == executed + PACKETS);
    foreign.replay(packets(session, ForeignSender.change("tag", 3)), mac("r0"), tag);
    Await.until(
        () -> "r1 to drop" + lab.described("r1"),
        () -> count("r1", "drops", "BAD_TAG") == forged + PACKETS);
  }

  @Test
  void shouldDropAndCountActivePacketsBehindSeveralPriorityTags() throws Exception {
    long received = count("r2", "packets", "received");
    foreign.replay(packets(session), mac("r0"), TAGGED_TWICE);
    foreign.replay(packets(session), mac("r0"), "81000000", "8100e000", "88a82000");
    assertEquals(received, settled("r2"));
    assertEquals(10, counted("tagged_twice"));
  }
}
