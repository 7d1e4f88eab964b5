package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of ways past the router, and of those from its machine into the one that forwards. */
@Tag("endtoend")
class WaysPastTest {

  private static final String BRIDGE = "02:00:00:00:77:77";
  private static final String DIVERTED = "active packets of r0 are diverted to a0";

  /** Packets that IP sees: of the stacked interface, active ones of the other, all others. */
  private static final String COUNTERS =
      """
      nft 'table inet seen { chain p { type filter hook prerouting priority -150;
        iifname mv0 udp dport 3322 counter;
        iifname r0 udp dport 3322 ip option ra exists ip frag-off & 0x1fff 0 counter accept;
        iifname r0 counter; }; }'
      """;

  @TempDir private Path folder;
  private NetworkNamespace net;
  private RunningProgram assistant;

  @BeforeEach
  void makeLinks() throws Exception {
    net = NetworkNamespace.create(folder);
    net.shell(
        """
        for one in all default; do
          echo 0 >/proc/sys/net/ipv4/conf/$one/rp_filter
          echo 1 >/proc/sys/net/ipv6/conf/$one/disable_ipv6
        done
        ip link add r0 address 02:00:00:00:0a:02 type veth peer name s0
        ip link add a0 address 02:00:00:00:00:01 type veth peer name a1
        for one in r0 s0 a0 a1; do ip link set $one up; done
        echo 1 >/proc/sys/net/ipv4/ip_forward
        """);
    net.shell(COUNTERS);
    assistant =
        net.start("assistant", Programs.python("stand_in_assistant.py", "a1", "02:00:00:00:00:01"));
  }

  @AfterEach
  void end() {
    assistant.close();
    net.close();
  }

  private RunningProgram divert(String... more) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("divert", "--to", "a0", "--from", "r0", "--name", "lab"));
    words.addAll(List.of(more));
    return net.start("divert", Programs.router(words.toArray(String[]::new)));
  }

  private void send(String... script) throws Exception {
    List<String> words = new ArrayList<>(List.of(script));
    Outcome sent = net.run(Programs.python(words.remove(0), words.toArray(String[]::new)));
    assertEquals(0, sent.exit(), sent.out());
  }

  private void untilSeen(String... packets) throws Exception {
    Await.until(
        () -> "packets " + List.of(packets) + ", not " + seen(),
        () -> seen().equals(List.of(packets)));
  }

  private List<String> seen() {
    try {
      return net.shell("nft list table inet seen")
          .lines()
          .filter(line -> line.contains("counter"))
          .map(line -> line.replaceAll(".*packets (\\d+) .*", "$1"))
          .toList();
    } catch (Exception e) {
      return List.of(e.toString());
    }
  }

  private void makeMacvlan() throws Exception {
    String make =
        "ip link add mv0 link r0 address 02:00:00:00:0a:03 type macvlan mode bridge"
            + " && ip link set mv0 up";
    assumeTrue(net.run(List.of("sh", "-c", make)).exit() == 0, "this kernel has no macvlan");
  }

  @Test
  void shouldWarnOfAMacvlanThatAppearsOnADivertedInterface() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      makeMacvlan();
      divert.await(
          "interface mv0 (macvlan) is stacked on r0 and not diverted: active packets that come in"
              + " on it pass this router by");
      send("active_packets_to.py", "s0", "02:00:00:00:0a:03");
      send("active_packets_to.py", "s0", "02:00:00:00:0a:02");
      untilSeen("5", "5", "0");
      assertEquals(5, assistant.lines("handed 1"));
    }
  }

  @Test
  void shouldDropActivePacketsOfAMacvlanWherePacketsWithoutARouterAreDropped() throws Exception {
    makeMacvlan();
    try (RunningProgram divert = divert("--when-gone", "drop")) {
      divert.await(DIVERTED);
      assertTrue(divert.said().contains("that come in on it are dropped"), divert.said());
      send("active_packets_to.py", "s0", "02:00:00:00:0a:03");
      send("active_packets_to.py", "s0", "02:00:00:00:0a:02");
      untilSeen("0", "5", "0");
      assertTrue(
          net.run(Programs.router("divert", "--show"))
              .out()
              .contains("has dropped 5: active packets of interfaces that are stacked on"),
          net.shell("nft list table netdev rosa_lab"));
      divert.kill();
    }
    send("active_packets_to.py", "s0", "02:00:00:00:0a:03");
    assertEquals("0", seen().get(0));
  }

  @Test
  void shouldDivertThePacketsOfAMacvlanThatIsNamed() throws Exception {
    makeMacvlan();
    try (RunningProgram divert = divert("--from", "mv0")) {
      divert.await("active packets of r0 mv0 are diverted to a0");
      send("active_packets_to.py", "s0", "02:00:00:00:0a:03");
      assistant.await("handed 1", 5);
      untilSeen("5", "0", "0");
    }
  }

  /** Linux gives such a packet to sockets of the machine's own addresses. */
  @Test
  void shouldDropActivePacketsInFramesForManyStations() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      for (String mac : List.of("ff:ff:ff:ff:ff:ff", "01:00:5e:00:00:01", "02:00:00:00:0a:02")) {
        send("active_packets_to.py", "s0", mac);
      }
      assistant.await("handed 1", 5);
      untilSeen("0", "5", "0");
      assertTrue(
          net.run(Programs.router("divert", "--show"))
              .out()
              .contains("has dropped 10: active packets for one address in frames for many"),
          net.shell("nft list table netdev rosa_lab"));
    }
  }

  @Test
  void shouldLetNothingInFromTheRoutersMachineThatIsNotDiverted() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      send("frames_of_a_router.py", "a1");
      untilSeen("0", "1", "0");
      Outcome shown = net.run(Programs.router("divert", "--show"));
      assertTrue(
          shown.out().contains("has dropped 9: frames of the router's machine that no diversion"),
          shown.out() + net.shell("nft list table netdev rosa_lab"));
    }
  }

  @Test
  void shouldWarnWhenTheNicCarriesShorterPacketsThanAnInterface() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      net.shell("ip link set r0 mtu 9000");
      divert.await("longer active packets are lost there; give a0 an MTU of 9000");
      net.shell("ip link set a0 mtu 9000");
      divert.await("interface a0 carries all packets of r0 to the router");
    }
  }

  /** As a bridge has it that gets an address of its own: at its port, frames to it are others'. */
  @Test
  void shouldDropActivePacketsToABridgeThatADivertedInterfaceBecomesAPortOf() throws Exception {
    countAtBridge();
    try (RunningProgram divert = divert("--when-gone", "drop")) {
      divert.await(DIVERTED);
      net.shell("ip link set r0 master br0");
      divert.await("interface r0 is a port now: nothing of it is diverted");
      for (String mac : List.of(BRIDGE, "02:00:00:00:0a:02", "ff:ff:ff:ff:ff:ff")) {
        send("active_packets_to.py", "s0", mac);
      }
      send("udp_to.py", "s0", BRIDGE);
      untilSeen("0", "1");
      assertTrue(
          net.run(Programs.router("divert", "--show"))
              .out()
              .contains("has dropped 15: active packets while no router worked on them"),
          net.shell("nft list table netdev rosa_lab"));
      divert.kill();
    }
    send("active_packets_to.py", "s0", BRIDGE);
    send("udp_to.py", "s0", BRIDGE);
    untilSeen("0", "2");
  }

  /** A bridge with VLANs takes tags off. */
  @Test
  void shouldDropActivePacketsBehindATagAtAPortOfABridge() throws Exception {
    countAtBridge();
    try (RunningProgram divert = divert("--when-gone", "drop")) {
      divert.await(DIVERTED);
      net.shell("ip link set r0 master br0");
      divert.await("interface r0 is a port now: nothing of it is diverted");
      send("active_packets_to.py", "s0", BRIDGE, "7");
      Await.until(
          "tagged packets to be dropped",
          () ->
              net.run(Programs.router("divert", "--show"))
                  .out()
                  .contains("has dropped 5: active packets while no router worked on them"));
    }
  }

  private void countAtBridge() throws Exception {
    net.shell(
        """
        nft delete table inet seen
        nft 'table inet seen { chain p { type filter hook prerouting priority -150;
          iifname br0 udp dport 3322 counter; iifname br0 udp dport 3323 counter; }; }'
        ip link add br0 address %s type bridge forward_delay 0
        ip link set br0 up
        """
            .formatted(BRIDGE));
  }

  @Test
  void shouldFollowAnInterfaceThatGetsNamesOfAllKinds() throws Exception {
    try (RunningProgram divert = divert("--when-gone", "drop")) {
      divert.await(DIVERTED);
      String before = "r0";
      int handed = 0;
      for (String name : List.of("_w", "w+{};", "'x y".replace(' ', '$'), "@~,x")) {
        rename(before, name);
        divert.await("interface %s is called %s now".formatted(before, name));
        send("active_packets_to.py", "s0", "02:00:00:00:0a:02");
        handed += 5;
        assistant.await("handed 1", handed);
        before = name;
      }
      rename(before, "w#x");
      divert.await("interface w#x has a name that tc cannot have: nothing of it is diverted");
      send("active_packets_to.py", "s0", "02:00:00:00:0a:02");
      Await.until(
          "packets to be dropped",
          () ->
              net.run(Programs.router("divert", "--show"))
                  .out()
                  .contains("has dropped 5: active packets while no router worked on them"));
      rename("w#x", "w\"x");
      divert.await("has a name now that no rule can have: its active packets pass this router by");
      rename("w\"x", "r0");
      divert.await("interface r0 is back");
    }
  }

  private void rename(String before, String after) throws Exception {
    for (List<String> change : List.of(List.of("down"), List.of("name", after), List.of("up"))) {
      List<String> words =
          new ArrayList<>(
              List.of("ip", "link", "set", "dev", change.contains("up") ? after : before));
      words.addAll(change);
      Outcome changed = net.run(words);
      assertEquals(0, changed.exit(), changed.out());
    }
  }
}
