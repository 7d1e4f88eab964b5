package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rosa divert} in a kernel's network, with a stand-in for the router. */
@Tag("endtoend")
class RoutingMachineTest {

  private static final String TABLE = "nft list table netdev rosa_lab";
  private static final String DIVERTED = "active packets of r0 r1 are diverted to a0";

  @TempDir private Path folder;
  private NetworkNamespace net;
  private RunningProgram assistant;

  @BeforeEach
  void makeLinks() throws Exception {
    net = NetworkNamespace.create(folder);
    net.shell(
        """
        # No interface has a route here: with the filter on, nothing would be diverted.
        for one in all default; do echo 0 >/proc/sys/net/ipv4/conf/$one/rp_filter; done
        ip link add r0 address 02:00:00:00:0a:02 type veth peer name s0
        ip link add r1 type veth peer name d0
        ip link add a0 address 02:00:00:00:00:01 type veth peer name a1
        for one in a0 a1; do echo 1 >/proc/sys/net/ipv6/conf/$one/disable_ipv6; done
        for one in r0 s0 r1 d0 a0 a1; do ip link set $one up; done
        echo 1 >/proc/sys/net/ipv4/ip_forward
        """);
    assistant =
        net.start("assistant", Programs.python("stand_in_assistant.py", "a1", "02:00:00:00:00:01"));
  }

  @AfterEach
  void end() {
    assistant.close();
    net.close();
  }

  private static String[] divertTo(String link) {
    return new String[] {"divert", "--to", link, "--from", "r0", "--from", "r1", "--name", "lab"};
  }

  private RunningProgram divert(String... more) throws Exception {
    String[] arguments = divertTo("a0");
    String[] all = new String[arguments.length + more.length];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return net.start("divert", Programs.router(all));
  }

  private String table() throws Exception {
    return net.shell(TABLE);
  }

  /** A machine that does ten other things may make any assistant silent for a while. */
  private void untilTableIs(String expected) throws Exception {
    Await.until("table to be again\n" + expected, () -> table().equals(expected));
  }

  private void untilTable(String what, boolean contains) throws Exception {
    Await.until(
        "table with " + what + ": " + contains,
        () -> net.run(List.of("sh", "-c", TABLE)).out().contains(what) == contains);
  }

  @Test
  void shouldDivertActivePacketsAndTheirFirstFragmentsAndNothingElse() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      assertTrue(divert.said().contains("return-to=\"02:00:00:00:00:01\""), divert.said());
      Outcome sent = net.run(Programs.python("alerting_packets.py", "s0"));
      assertEquals(0, sent.exit(), sent.out());
      assistant.await("handed 9");
      Set<String> handed =
          assistant.said().lines().map(line -> line.substring(7)).collect(Collectors.toSet());
      Set<String> active = new HashSet<>(List.of("1", "2", "3", "4", "5", "9", "first6"));
      IntStream.rangeClosed(11, 21).mapToObj(Integer::toString).forEach(active::add);
      assertEquals(active, handed);

      assertEquals(0, divert.end(), divert.said());
      assertEquals("", net.shell("nft list ruleset"));
      assertFalse(net.shell("ip -br link").contains("rosa"), net.shell("ip -br link"));
    }
  }

  @Test
  void shouldTakePacketsInAgainWhereTheyCameFrom() throws Exception {
    net.shell(
        """
        ip link set r1 address 02:00:00:00:0a:02
        nft 'table inet fw { chain p { type filter hook prerouting priority -150;
          iifname r0 udp dport 3322 ip option ra exists counter;
          iifname r1 udp dport 3322 ip option ra exists counter;
          iifname != { r0, r1 } udp dport 3322 counter;
          udp dport 3322 meta mark != 0 counter; }; }'
        """);
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      for (String link : List.of("s0", "d0", "s0")) {
        Outcome sent = net.run(Programs.python("tagged_packets.py", link));
        assertEquals(0, sent.exit(), sent.out());
      }
      Await.until("packets to be handed", () -> assistant.lines("handed 9") >= 3);
      // At r0: three of each time, and the frame with two tags that is for a VLAN is not its own.
      Await.until(
          () -> "packets to come in again:\n" + counted(),
          () -> List.of("6", "3", "0", "0").equals(counted()));
      assertEquals(0, divert.end(), divert.said());
    }
  }

  private List<String> counted() {
    try {
      return net.shell("nft list table inet fw")
          .lines()
          .filter(line -> line.contains("counter"))
          .map(line -> line.replaceAll(".*packets (\\d+) .*", "$1"))
          .toList();
    } catch (Exception e) {
      return List.of(e.toString());
    }
  }

  @Test
  void shouldRefuseInOneLineWhenTheLinkToTheAssistantIsTheLoopback() throws Exception {
    Outcome refused = net.run(Programs.router(divertTo("lo")));
    assertEquals(1, refused.exit(), refused.out());
    assertEquals(
        "rosa divert: interface lo cannot be the link to another machine: its link type is"
            + " 'loopback', expected Ethernet ('ether')\n",
        refused.out());
    assertEquals("", net.shell("nft list ruleset"));
    assertEquals("0\n", net.shell("cat /proc/sys/net/ipv4/conf/lo/rp_filter"));
  }

  @Test
  void shouldLetFramesPassThatHaveATagOfAVlanAndNoneThatHavePrioritiesOnly() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      Outcome sent = net.run(Programs.python("tagged_packets.py", "s0"));
      assertEquals(0, sent.exit(), sent.out());
      assistant.await("handed 9");
      assertEquals("handed 5\nhanded 6\nhanded 9\n", assistant.said());
      assertTrue(
          net.run(Programs.router("divert", "--show"))
              .out()
              .contains("has dropped 2: frames with several priority tags"));
    }
  }

  @Test
  void shouldDivertWhatComesInOnAVlanThatIsNamed() throws Exception {
    String make = "ip link add link r0 name r0.7 type vlan id 7 && ip link set r0.7 up";
    assumeTrue(net.run(List.of("sh", "-c", make)).exit() == 0, "this kernel has no VLANs");
    try (RunningProgram divert = divert("--from", "r0.7")) {
      divert.await("active packets of r0 r1 r0.7 are diverted to a0");
      Outcome sent = net.run(Programs.python("tagged_packets.py", "s0"));
      assertEquals(0, sent.exit(), sent.out());
      assistant.await("handed 9");
      assertEquals("handed 201\nhanded 5\nhanded 6\nhanded 9\n", assistant.said());
    }
  }

  @Test
  void shouldForwardWhileTheAssistantHangsAndDivertWhenItIsBack() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      assistant.signal("STOP");
      divert.await("worker 0 is silent for 1s: active packets are forwarded unprocessed");
      untilTable("fwd to \"a0\"", false);
      int diversions = (int) divert.lines(DIVERTED);
      assistant.signal("CONT");
      divert.await(DIVERTED, diversions + 1);
      untilTable("fwd to \"a0\"", true);
      int silences = (int) divert.lines("worker 0 is silent");
      assistant.kill();
      divert.await("worker 0 is silent", silences + 1);
      untilTable("fwd to \"a0\"", false);
    }
  }

  @Test
  void shouldDropWhileTheAssistantIsGoneWhenThatIsWanted() throws Exception {
    try (RunningProgram divert = divert("--when-gone", "drop", "--silence", "500ms", "--json")) {
      divert.await(DIVERTED);
      assistant.kill();
      divert.await("worker 0 is silent for 500ms: active packets are dropped");
      divert.await("\"state\":\"BYPASS\"", 2);
      untilTable("fwd to \"a0\"", false);
      assertTrue(table().contains("counter name \"unprocessed\" drop"), table());
    }
  }

  @Test
  void shouldMakeRulesAgainThatAnotherProgramFlushed() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      String before = table();
      net.shell("nft flush ruleset");
      divert.await("the nft table rosa_lab was flushed or changed: made again");
      untilTableIs(before);
      net.shell("nft flush chain netdev rosa_lab active");
      divert.await("made again", 2);
      untilTableIs(before);
    }
  }

  @Test
  void shouldFollowInterfacesThatGoAndComeBack() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      net.shell("ip link del r0");
      divert.await("interface r0 is gone");
      untilTable("\"r0\"", false);
      untilTable("\"r1\"", true);
      net.shell(
          "ip link add r0 address 02:00:00:00:0a:02 type veth peer name s0;"
              + " ip link set r0 up; ip link set s0 up");
      divert.await("interface r0 is back");
      Outcome sent = net.run(Programs.python("alerting_packets.py", "s0"));
      assertEquals(0, sent.exit(), sent.out());
      assistant.await("handed 9");
      assertEquals(0, divert.lines("made again"), divert.said());
    }
  }

  @Test
  void shouldFollowAnInterfaceThatGetsAnotherName() throws Exception {
    try (RunningProgram divert = divert("--when-gone", "drop")) {
      divert.await(DIVERTED);
      net.shell("ip link set r0 down; ip link set r0 name zz0; ip link set zz0 up");
      divert.await("interface r0 is called zz0 now");
      untilTable("device \"zz0\"", true);
      Outcome sent = net.run(Programs.python("alerting_packets.py", "s0"));
      assertEquals(0, sent.exit(), sent.out());
      assistant.await("handed 9");
    }
  }

  @Test
  void shouldDropWhatComesInOnAnInterfaceThatIsBackWhileTheAssistantIsGone() throws Exception {
    net.shell(
        "nft 'table inet fw { chain p { type filter hook prerouting priority -150;"
            + " ip option ra exists ip frag-off & 0x1fff 0 udp dport 3322 counter; }; }'");
    try (RunningProgram divert = divert("--when-gone", "drop")) {
      divert.await(DIVERTED);
      assistant.kill();
      untilTable("fwd to \"a0\"", false);
      net.shell("ip link del r0");
      divert.await("interface r0 is gone");
      assumeTrue(table().contains("device \"r0\""), "this kernel prepares no rules (Linux 6.16)");
      net.shell(
          "ip link add r0 address 02:00:00:00:0a:02 type veth peer name s0;"
              + " ip link set r0 up; ip link set s0 up");
      Outcome sent = net.run(Programs.python("alerting_packets.py", "s0"));
      assertEquals(0, sent.exit(), sent.out());
      assertEquals(List.of("0"), counted());
    }
  }

  @Test
  void shouldRefuseAPortOfABridgeInOneLine() throws Exception {
    net.shell("ip link add br0 type bridge; ip link set r1 master br0");
    Outcome refused = net.run(Programs.router(divertTo("a0")));
    assertEquals(1, refused.exit(), refused.out());
    assertEquals(
        "rosa divert: packets of interface r1 cannot be diverted: it is a port of bridge br0,"
            + " expected br0 itself\n",
        refused.out());
    assertEquals("", net.shell("nft list ruleset"));
  }

  @Test
  void shouldLeaveAForeignTableAlone() throws Exception {
    net.shell("nft add table netdev rosa_lab '{ comment \"mine\"; }'");
    String before = table();
    try (RunningProgram divert = divert()) {
      assertEquals(1, divert.awaitExit());
      assertEquals(
          "rosa divert: there is an nft table netdev rosa_lab already, and it is not ROSA's: it"
              + " stays as it is\n",
          divert.said());
    }
    assertEquals(before, table());
  }

  @Test
  void shouldLeaveARunningOneOfThatNameAlone() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      Outcome second = net.run(Programs.router(divertTo("a0")));
      Outcome removal = net.run(Programs.router("divert", "--remove", "--name", "lab"));
      for (Outcome refused : List.of(second, removal)) {
        assertEquals(1, refused.exit(), refused.out());
        assertEquals(
            "rosa divert: the diversion of router lab is kept by a process that runs: end that"
                + " first ('ss -xap' shows it as @rosa-diversion/rosa_lab)\n",
            refused.out());
      }
      untilTable("fwd to \"a0\"", true);
      assertFalse(divert.said().contains("made again"), divert.said());
      assertEquals(0, divert.end(), divert.said());
    }
  }

  @Test
  void shouldShowAndRemoveWhatAKilledOneHasLeft() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      divert.kill();
    }
    Outcome shown = net.run(Programs.router("divert", "--show"));
    assertTrue(
        shown.out().startsWith("router lab: nft table netdev rosa_lab diverts active packets\n"),
        shown.out());
    // The links of this test lead back into their own namespace.
    assertTrue(shown.out().contains("rosa__marks_lab takes off marks"), shown.out());
    assertEquals(4, shown.out().lines().count(), shown.out());
    assertEquals(1, net.run(Programs.router("divert", "--remove", "--name", "other")).exit());
    Outcome removed = net.run(Programs.router("divert", "--remove", "--name", "lab"));
    assertEquals(0, removed.exit(), removed.out());
    assertEquals("", net.shell("nft list ruleset"));
    assertEquals(
        "no diversion is in force here\n", net.run(Programs.router("divert", "--show")).out());
  }

  @Test
  void shouldTakeOverWhatAKilledOneHasLeft() throws Exception {
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      divert.kill();
    }
    try (RunningProgram divert = divert()) {
      divert.await("found what an earlier run left, and took it over");
      divert.await(DIVERTED);
      assertEquals(0, divert.end());
    }
    assertEquals("", net.shell("nft list ruleset"));
  }
}
