package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bans that other programs, interfaces and kills interfere with. */
class NftMendingTest {

  private BanNetwork net;
  private BanNetwork.Program program;

  @BeforeEach
  void makeNetwork() throws Exception {
    net = BanNetwork.create();
    program = net.enforcement();
  }

  @AfterEach
  void end() {
    net.close();
  }

  private String rules() throws Exception {
    return net.shell("v", "nft list ruleset");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flush ruleset",
        "delete table netdev rosaban_p",
        "flush set netdev rosaban_p drop_ipv4_32_1",
        "delete element netdev rosaban_p drop_ipv4_32_1 { 10.0.0.2 }",
        "flush chain netdev rosaban_p bans",
        "flush table netdev rosaban_p",
        "insert rule netdev rosaban_p bans accept",
      })
  void shouldRestoreWhatAnotherProgramTookAway(String command) throws Exception {
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.2 600");
    program.done("ban fd00::/64 600");
    net.shell("v", "nft '" + command + "'");
    assertEquals("true", program.say("mend"));
    assertEquals("false", program.say("mend"));
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertTrue(net.isDropped("b", "fd00::1"));
    assertTrue(net.reaches("b", "10.0.0.1"));
    String report = program.say("report");
    assertTrue(report.contains("restored=1"), report);
  }

  /** As a reload of other programs' rules does. */
  @Test
  void shouldBeginThoughAnotherProgramTakesTheTableAwayMeanwhile() throws Exception {
    program.done("ban-later 10.0.0.2 600");
    program.done("disturb 2 flush ruleset");
    program.done("begin p KEEP ip 10");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertTrue(net.reaches("b", "10.0.0.1"));
    assertEquals("false", program.say("mend"));
  }

  @Test
  void shouldNotBeginWhenAnotherProgramMakesATableOfThatName() throws Exception {
    program.done("disturb 1 delete table netdev rosaban_p; add table netdev rosaban_p");
    program.done("ban-later 10.0.0.2 600");
    assertEquals(
        "refused: there is an nft table netdev rosaban_p already that is not of plane p: it stays"
            + " as it is",
        program.say("begin p KEEP ip 10"));
  }

  @Test
  void shouldPutABanInForceInATableThatIsGone() throws Exception {
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.3 600");
    net.shell("v", "nft flush ruleset");
    program.done("ban 10.0.0.2 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertTrue(net.isDropped("b", "10.0.0.1"));
    net.shell("v", "nft flush ruleset");
    program.done("lift 10.0.0.2");
    assertTrue(net.reaches("a", "10.0.0.1"));
    assertTrue(net.isDropped("b", "10.0.0.1"));
  }

  @Test
  void shouldRefuseToMendATableThatAnotherProgramHasMade() throws Exception {
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.2 600");
    net.shell("v", "nft 'delete table netdev rosaban_p; add table netdev rosaban_p'");
    for (int i = 0; i < 2; i++) {
      assertEquals(
          "refused: there is an nft table netdev rosaban_p already that is not of plane p: it"
              + " stays as it is",
          program.say("mend"));
    }
    assertFalse(rules().contains("chain"));
    net.shell("v", "nft delete table netdev rosaban_p");
    assertEquals("true", program.say("mend"));
    assertTrue(net.isDropped("a", "10.0.0.1"));
  }

  @Test
  void shouldNotLookAgainAfterChangesOfItsOwn() throws Exception {
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.2 600");
    program.done("ban fd00::2 600");
    program.done("lift 10.0.0.2");
    net.shell("v", "nft add table inet other");
    assertEquals("false", program.say("mend"));
    String report = program.say("report");
    assertTrue(report.contains("restored=0"), report);
  }

  @Test
  void shouldDropAtAnInterfaceThatWentAndCameBack() throws Exception {
    program.done("begin p LIFT ip 10 eth0");
    program.done("ban 10.0.0.2 600");
    net.shell("sw", "ip link del to-v");
    String unused = program.say("mend");
    String report = program.say("report");
    assertTrue(report.contains("eth0:none"), report);
    net.shell(
        "sw",
        """
        ip link add to-v type veth peer name eth0 netns v
        ip link set to-v master bridge0 up
        """);
    net.shell("v", "ip link set eth0 up; ip addr add 10.0.0.1/24 dev eth0");
    assertEquals("true", program.say("mend"));
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertTrue(net.reaches("b", "10.0.0.1"));
  }

  @Test
  void shouldDropAtAnInterfaceWhileItHasItsName() throws Exception {
    program.done("begin p LIFT ip 10 eth0");
    program.done("ban 10.0.0.2 600");
    String rename = "ip link set eth0 down; ip link set eth0 name %s; ip link set %1$s up";
    net.shell("v", rename.replace("eth0", "eth0").formatted("other"));
    assertEquals("true", program.say("mend"));
    assertTrue(net.reaches("a", "10.0.0.1"), "another interface is not the plane's");
    net.shell("v", rename.replace("eth0", "other").formatted("eth0"));
    assertEquals("true", program.say("mend"));
    assertTrue(net.isDropped("a", "10.0.0.1"));
  }

  @Test
  void shouldLeaveBansInForceAfterAKillAndTakeThemOver() throws Exception {
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.2 600");
    program.done("ban 10.0.0.3 600");
    program.kill();
    assertTrue(net.isDropped("a", "10.0.0.1"));
    program = net.enforcement();
    program.done("begin p KEEP ip 10");
    assertTrue(net.reaches("a", "10.0.0.1"), "no ban is wanted now");
    assertFalse(rules().contains("_1 {"), "sets of the earlier run are gone: " + rules());
    program.done("ban 10.0.0.2 600");
    program.done("close");
    assertTrue(net.isDropped("a", "10.0.0.1"));
  }

  @Test
  void shouldLiftAllBansAtAKillOrItsEnd() throws Exception {
    program.done("begin p LIFT ip 10");
    program.done("ban 10.0.0.2 600");
    program.kill();
    assertTrue(net.reaches("a", "10.0.0.1"));
    assertEquals("", rules());
    program = net.enforcement();
    program.done("begin p LIFT ip 10");
    program.done("ban 10.0.0.2 600");
    program.done("close");
    assertEquals("", rules());
  }

  @Test
  void shouldDropAtMoreInterfacesThanATransactionHasRoomFor() throws Exception {
    net.shell(
        "v",
        "for i in $(seq 450); do echo link add w$i type veth peer name x$i; done | ip -batch -");
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.2 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertEquals("901", net.shell("v", "nft list chains | grep -c port_"));
    program.done("ban fd00::2 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    program.done("lift 10.0.0.2");
    program.done("lift fd00::2");
    assertFalse(rules().contains("chain"));
  }

  @Test
  void shouldReplaceKeptBansByAnOwnedTable() throws Exception {
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.2 600");
    program.kill();
    program = net.enforcement();
    program.done("begin p LIFT ip 10");
    assertTrue(net.reaches("a", "10.0.0.1"));
  }

  @Test
  void shouldLetNoOtherProgramChangeAnOwnedTable() throws Exception {
    program.done("begin p LIFT ip 10");
    program.done("ban 10.0.0.2 600");
    assertTrue(net.run("v", "nft delete table netdev rosaban_p").exit() != 0);
    net.shell("v", "nft flush ruleset");
    assertTrue(net.isDropped("a", "10.0.0.1"));
  }

  @Test
  void shouldRefuseATableThatIsNotThePlanes() throws Exception {
    net.shell("v", "nft add table netdev rosaban_p");
    String before = rules();
    assertEquals(
        "refused: there is an nft table netdev rosaban_p already that is not of plane p: it stays"
            + " as it is",
        program.say("begin p KEEP ip 10"));
    assertEquals(before, rules());
  }

  @Test
  void shouldRefuseASecondPlaneOfItsName() throws Exception {
    program.done("begin p LIFT ip 10");
    BanNetwork.Program other = net.otherEnforcement();
    String refusal = other.say("begin p LIFT ip 10");
    assertTrue(
        refusal.startsWith("refused: the bans of plane p are kept by a process that runs"),
        refusal);
    other.done("begin q LIFT ip 10");
  }

  @Test
  void shouldRemoveTablesOfPlanesThatRunNoLonger() throws Exception {
    net.shell("v", "nft add table netdev rosaban_foreign");
    BanNetwork.Program killed = net.otherEnforcement();
    killed.done("begin O_ld KEEP ip 10");
    killed.done("ban 10.0.0.2 600");
    killed.kill();
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.3 600");
    BanNetwork.Program owner = net.otherEnforcement();
    owner.done("begin owned LIFT ip 10");
    assertEquals("rosaban_o_ld", net.otherEnforcement().say("remove"));
    assertTrue(net.reaches("a", "10.0.0.1"));
    assertTrue(net.isDropped("b", "10.0.0.1"));
    String left = net.shell("v", "nft list tables");
    assertTrue(left.contains("rosaban_foreign") && left.contains("rosaban_owned"), left);
  }

  @Test
  void shouldLeaveTheRoutersKeeperAsleep() throws Exception {
    net.shell(
        "v",
        "nft 'add table netdev rosa_r; add chain netdev rosa_r in { type filter hook ingress"
            + " device eth0 priority 0; }; add rule netdev rosa_r in udp dport 3322 counter'");
    program.done("begin p LIFT ip 10");
    String before = program.say("keeper");
    program.done("ban 10.0.0.2 600");
    program.done("ban fd00::2 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    program.done("lift 10.0.0.2");
    assertEquals(before, program.say("keeper"));
  }
}
