package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Packets of limited sources at interfaces that see them more than once. */
class NftLimitTest {

  /** Sends packets of 10.9.0.9 to an interface's wire, with a mark of the sender's. */
  private static final String FRAMES =
      """
      python3 - <<'END'
      import socket
      link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
      link.setsockopt(socket.SOL_SOCKET, 36, %3$s)
      link.bind(("%1$s", 0x0800))
      head = bytes.fromhex("45000014000040004011" "26c7" "0a090009" "0a000001")
      for one in range(%2$d):
          link.send(bytes.fromhex("020000000001" "52544f000001" "0800") + head + bytes(40))
      END\
      """;

  private static final String ROUTERS = "0x524f0001";
  private static final String PROXYS = "0x524f0002";
  private static final String ANOTHERS = "0x524f0003";

  private BanNetwork net;
  private BanNetwork.Program program;

  @BeforeEach
  void create() throws Exception {
    net = BanNetwork.create();
    program = net.enforcement();
  }

  @AfterEach
  void end() {
    net.close();
  }

  private void pair(String one, String other) throws Exception {
    net.shell(
        "v",
        "ip link add %1$s type veth peer name %2$s && ip link set %1$s up && ip link set %2$s up"
            .formatted(one, other));
  }

  private String chains() throws Exception {
    return net.shell("v", "nft list chains netdev");
  }

  private int dropped(String layer) throws Exception {
    String counter = "nft list counter netdev rosaban_p dropped_" + layer;
    return Integer.parseInt(net.shell("v", counter + " | grep -oP 'packets \\K[0-9]+'"));
  }

  private void vlan(String machine, String address) throws Exception {
    boolean hasVlans =
        net.run("v", "ip link add t0 type dummy; ip link add link t0 name t0.1 type vlan id 1")
                .exit()
            == 0;
    assumeTrue(hasVlans || net.run("v", "ip link show t0.1").exit() == 0, "no VLANs here");
    net.shell(
        machine,
        "ip link add link eth0 name eth0.5 type vlan id 5 && ip link set eth0.5 up"
            + " && ip addr add %s/24 dev eth0.5".formatted(address));
  }

  private String flood(String address) throws Exception {
    return net.shell("a", "ping -n -q -f -c 90 -W 1 %s || true".formatted(address));
  }

  @Test
  void shouldCountAPacketOnceAtTheInterfaceOfAVlan() throws Exception {
    vlan("v", "10.8.0.1");
    vlan("a", "10.8.0.2");
    assertTrue(net.reaches("a", "10.8.0.1"));
    program.done("begin p LIFT ip 100");
    program.done("limit 10.8.0.2 600");
    String said = flood("10.8.0.1");
    assertTrue(said.contains(" 90 received"), said);
  }

  @Test
  void shouldLimitASourceAtTheInterfaceOfAVlanAloneIfThatIsTheOneToProtect() throws Exception {
    vlan("v", "10.8.0.1");
    vlan("a", "10.8.0.2");
    assertTrue(net.reaches("a", "10.8.0.1"));
    program.done("begin p LIFT ip 10 eth0.5");
    program.done("limit 10.8.0.2 600");
    String said = flood("10.8.0.1");
    assertFalse(said.contains(" 90 received"), said);
  }

  /** Gives both machines an interface behind two tags: 10.6.0.1 and 10.6.0.2. */
  private void twoTags() throws Exception {
    for (String host : List.of("1", "2")) {
      String machine = host.equals("1") ? "v" : "a";
      vlan(machine, "10.8.0." + host);
      net.shell(
          machine,
          "ip link add link eth0.5 name in6 type vlan id 6 && ip link set in6 up"
              + " && ip addr add 10.6.0.%s/24 dev in6".formatted(host));
    }
    assertTrue(net.reaches("a", "10.6.0.1"));
  }

  @Test
  void shouldLimitASourceBehindTwoTags() throws Exception {
    twoTags();
    program.done("begin p LIFT ip 10");
    program.done("limit 10.6.0.2 600");
    String said = flood("10.6.0.1");
    assertFalse(said.contains(" 90 received"), said);
    assertTrue(dropped("limit") > 0);
  }

  @Test
  void shouldCountAPacketBehindTwoTagsOnce() throws Exception {
    twoTags();
    program.done("begin p LIFT ip 100");
    program.done("limit 10.6.0.2 600");
    String said = flood("10.6.0.1");
    assertTrue(said.contains(" 90 received"), said);
  }

  @Test
  void shouldDropABannedSourceAtStackedInterfacesBesideLimits() throws Exception {
    net.shell(
        "v",
        "ip link add link eth0 name mv0 type macvlan mode bridge && ip link set mv0 up"
            + " && ip link add link eth0 name mv1 type macvlan mode bridge"
            + " && ip netns add c && ip link set mv1 netns c && ip addr add 10.7.0.1/24 dev mv0"
            + " && ip -n c link set mv1 up && ip -n c addr add 10.7.0.9/24 dev mv1");
    String ping = "nsenter --net=/run/netns/c ping -n -c 1 -w %d 10.7.0.1";
    net.shell("v", ping.formatted(30));
    program.done("begin p LIFT ip 100");
    program.done("limit 10.7.0.8 600");
    program.done("ban 10.7.0.9 600");
    assertTrue(net.run("v", ping.formatted(1)).exit() != 0, "it never came by eth0");
    assertTrue(dropped("ip") > 0);
  }

  @Test
  void shouldHaveNoChainAtBothEndsOfARolesOwnLink() throws Exception {
    pair("rosa0", "rosa1");
    pair("other0", "other1");
    String alias = "ip link set %s alias 'ROSA assistant link of router r1'";
    net.shell("v", alias.formatted("rosa0") + " && " + alias.formatted("rosa1"));
    net.shell("v", alias.formatted("other0"));
    program.done("begin p LIFT ip 10");
    program.done("ban 10.9.0.9 600");
    String chains = chains();
    assertFalse(chains.contains("\"rosa0\"") || chains.contains("\"rosa1\""), chains);
    assertTrue(chains.contains("\"other0\"") && chains.contains("\"other1\""), chains);
  }

  @Test
  void shouldHaveAChainAtALinkWhoseOtherEndIsAnotherMachines() throws Exception {
    String alias = "ip link set dev %s alias 'ROSA assistant link of router r1'";
    net.shell("v", alias.formatted("eth0"));
    net.shell("a", alias.formatted("eth0"));
    program.done("begin p LIFT ip 10");
    program.done("ban 10.0.0.2 600");
    assertTrue(chains().contains("\"eth0\""), chains());
    assertTrue(net.isDropped("a", "10.0.0.1"));
  }

  @Test
  void shouldMakeAndTakeChainsAsALinkBecomesARolesOwn() throws Exception {
    pair("rosa0", "rosa1");
    program.done("begin p LIFT ip 10");
    program.done("ban 10.9.0.9 600");
    assertTrue(chains().contains("\"rosa0\""));
    String alias = "ip link set %s alias '%s'";
    String ours = "ROSA assistant link of proxy p1";
    net.shell("v", alias.formatted("rosa0", ours) + " && " + alias.formatted("rosa1", ours));
    assertEquals("true", program.say("mend"));
    assertFalse(chains().contains("\"rosa0\"") || chains().contains("\"rosa1\""));
    net.shell("v", alias.formatted("rosa1", ""));
    assertEquals("true", program.say("mend"));
    assertTrue(chains().contains("\"rosa0\"") && chains().contains("\"rosa1\""));
  }

  @Test
  void shouldNotCountWhatReturnsFromARole() throws Exception {
    pair("x0", "x1");
    program.done("begin p LIFT ip 10");
    program.done("limit 10.9.0.9 600");
    net.shell("v", FRAMES.formatted("x0", 200, ROUTERS));
    net.shell("v", FRAMES.formatted("x0", 200, PROXYS));
    assertEquals(0, dropped("limit"));
    net.shell("v", FRAMES.formatted("x0", 200, ANOTHERS));
    assertTrue(dropped("limit") > 0);
  }

  @Test
  void shouldLimitANeighbourThatMarksItsPackets() throws Exception {
    assertTrue(net.reaches("a", "10.0.0.1"));
    program.done("begin p LIFT ip 10");
    program.done("limit 10.9.0.9 600");
    net.shell("a", FRAMES.formatted("eth0", 200, ROUTERS));
    assertTrue(dropped("limit") > 0);
  }

  @Test
  void shouldDropWhatReturnsFromARoleIfItsSourceIsBanned() throws Exception {
    pair("x0", "x1");
    program.done("begin p LIFT ip 10");
    program.done("limit 10.9.0.8 600");
    program.done("ban 10.9.0.9 600");
    net.shell("v", FRAMES.formatted("x0", 20, ROUTERS));
    assertEquals(20, dropped("ip"));
  }

  @Test
  void shouldTakeTheChainOfLimitsAwayWithTheLastOne() throws Exception {
    program.done("begin p LIFT ip 10");
    program.done("ban 10.0.0.3 600");
    program.done("limit 10.0.0.2 600");
    assertTrue(chains().contains("chain limits"));
    program.done("lift 10.0.0.2");
    assertFalse(chains().contains("chain limits"), chains());
    assertTrue(net.isDropped("b", "10.0.0.1"));
  }
}
