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

/**
 * A container, {@code box}, whose link is stacked on a pair of links that leads back into the
 * namespace of a diverted interface, and that marks its packets as returned ones.
 */
@Tag("endtoend")
class ForeignMarksTest {

  private static final String DIVERTED = "active packets of r0 are diverted to a0";
  private static final String DEFAULT_MARK = "0x524f0001";
  private static final String MAC = "02:00:00:00:0a:02";

  private static final String NETWORK =
      """
      mount -t tmpfs tmpfs /run; mkdir -p /run/netns
      for one in all default; do
        echo 0 >/proc/sys/net/ipv4/conf/$one/rp_filter
        echo 1 >/proc/sys/net/ipv6/conf/$one/disable_ipv6
      done
      ip netns add box
      ip link add r0 address 02:00:00:00:0a:02 type veth peer name s0
      ip link add a0 address 02:00:00:00:00:01 type veth peer name a1
      for one in r0 s0 a0 a1; do ip link set $one up; done
      echo 1 >/proc/sys/net/ipv4/ip_forward
      nft 'table inet seen { chain p { type filter hook prerouting priority -150;
        iifname r0 udp dport 3322 ip option ra exists counter; }; }'
      """;

  @TempDir private Path folder;
  private NetworkNamespace net;
  private RunningProgram assistant;

  @BeforeEach
  void makeLinks() throws Exception {
    net = NetworkNamespace.create(folder);
    net.shell(NETWORK);
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

  /** The container's link {@code c0}. */
  private void stack(String kind) throws Exception {
    String make = "ip link add link s0 name c0 type " + kind + " && ip link set c0 netns box";
    assumeTrue(net.run(List.of("sh", "-c", make)).exit() == 0, "this kernel has no " + kind);
    net.shell("ip -n box link set c0 up");
  }

  private void send(String mark) throws Exception {
    List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", "box"));
    words.addAll(Programs.python("marked_packets_to.py", "c0", MAC, mark));
    Outcome sent = net.run(words);
    assertEquals(0, sent.exit(), sent.out());
  }

  /** Active packets that IP has had from the diverted interface. */
  private String seen() throws Exception {
    return net.shell("nft list table inet seen").replaceAll("(?s).*packets (\\d+) .*", "$1");
  }

  private void assertDiverted(int packets) throws Exception {
    String expected = Integer.toString(packets);
    Await.until(
        () -> expected + " packets to come back:\n" + assistant.said(),
        () -> seen().equals(expected));
    assertEquals(packets, assistant.lines("handed 1"));
  }

  private void assertDivertedFrom(String kind) throws Exception {
    stack(kind);
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      send(DEFAULT_MARK);
      assertDiverted(5);
      Outcome shown = net.run(Programs.router("divert", "--show"));
      assertTrue(shown.out().contains("has taken the mark off 5: packets that"), shown.out());
      assertEquals(0, divert.end(), divert.said());
    }
    assertTrue(!net.shell("nft list tables").contains("rosa"), "a table is left");
  }

  @Test
  void shouldDivertPacketsThatAContainersMacvlanMarksAsReturned() throws Exception {
    assertDivertedFrom("macvlan mode bridge");
  }

  @Test
  void shouldDivertPacketsThatAContainersIpvlanMarksAsReturned() throws Exception {
    assertDivertedFrom("ipvlan mode l2");
  }

  @Test
  void shouldDivertThemWithAnotherReturnMark() throws Exception {
    stack("macvlan mode bridge");
    try (RunningProgram divert = divert("--return-mark", "0x77")) {
      divert.await(DIVERTED);
      send("0x77");
      assertDiverted(5);
      send(DEFAULT_MARK);
      assertDiverted(10);
    }
  }

  @Test
  void shouldFindAPairThatIsMadeLaterAndRulesThatWereFlushed() throws Exception {
    net.shell("ip link set s0 netns box");
    try (RunningProgram divert = divert()) {
      divert.await(DIVERTED);
      net.shell(
          """
          ip link del r0
          ip link add r0 address 02:00:00:00:0a:02 type veth peer name s0
          ip link set r0 up; ip link set s0 up
          """);
      stack("macvlan mode bridge");
      Await.until("r0 to be diverted", () -> isDiverted() && clears());
      send(DEFAULT_MARK);
      assertDiverted(5);
      net.shell("nft delete table netdev rosa__marks_lab");
      divert.await("the nft table rosa__marks_lab was flushed or changed: made again");
      send(DEFAULT_MARK);
      assertDiverted(10);
    }
  }

  private boolean clears() throws Exception {
    return net.shell("nft list ruleset").contains("hook egress device \"s0\"");
  }

  private boolean isDiverted() throws Exception {
    String rules =
        net.shell(
            "nft list ruleset; tc filter show dev $(ip -br link | grep -o '^rosa[^@ ]*-0')"
                + " ingress");
    return rules.contains("hook ingress device \"r0\"") && rules.contains("device r0");
  }

  @Test
  void shouldDropThemWhileNoRouterIsThere() throws Exception {
    stack("macvlan mode bridge");
    try (RunningProgram divert = divert("--when-gone", "drop")) {
      divert.await(DIVERTED);
      assistant.close();
      divert.await("active packets are dropped", 2);
      send(DEFAULT_MARK);
      String shown = net.run(Programs.router("divert", "--show")).out();
      assertTrue(shown.contains("has taken the mark off 5: packets that"), shown);
      assertTrue(shown.contains("has dropped 5: active packets while no router"), shown);
      assertEquals("0", seen());
    }
  }
}
