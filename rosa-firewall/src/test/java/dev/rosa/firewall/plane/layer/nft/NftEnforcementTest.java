package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.ban.Source;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bans in force, by packets of machines in a network of its own. */
class NftEnforcementTest {

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

  @Test
  void shouldDropAllPacketsOfABannedAddress() throws Exception {
    program.done("begin p LIFT ip 10");
    assertTrue(net.reaches("a", "10.0.0.1"));
    assertTrue(net.echoes("a", "tcp", "10.0.0.1", 30));
    assertTrue(net.echoes("a", "udp", "10.0.0.1", 30));
    program.done("ban 10.0.0.2 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertFalse(net.echoes("a", "tcp", "10.0.0.1", 2));
    assertFalse(net.echoes("a", "udp", "10.0.0.1", 2));
    assertTrue(net.reaches("b", "10.0.0.1"), "another address is not harmed");
    assertTrue(net.reaches("a", "fd00::1"), "nor another family");
    String report = program.say("report");
    assertFalse(report.contains("ip=0 "), report);
    assertTrue(report.contains("eth0:ip"), report);
    program.done("lift 10.0.0.2");
    assertTrue(net.reaches("a", "10.0.0.1"));
  }

  @Test
  void shouldDropPacketsOfBannedPrefixesOfBothFamilies() throws Exception {
    program.done("begin p LIFT ip 10 eth0");
    program.done("ban 10.0.0.2/31 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertTrue(net.isDropped("b", "10.0.0.1"));
    assertTrue(net.reaches("a", "fd00::1"));
    program.done("ban fd00::2/127 600");
    assertTrue(net.isDropped("a", "fd00::1"));
    assertTrue(net.isDropped("b", "fd00::1"));
    program.done("lift 10.0.0.2/31");
    program.done("lift fd00::2/127");
    assertTrue(net.reaches("b", "10.0.0.1"));
    assertTrue(net.reaches("b", "fd00::1"));
  }

  @Test
  void shouldDropWhatABridgeWouldSwitch() throws Exception {
    BanNetwork.Program bridging = net.enforcementOnSwitch();
    bridging.done("begin p LIFT ip 10");
    bridging.done("ban 10.0.0.2 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertTrue(net.isDropped("a", "10.0.0.3"));
    assertTrue(net.reaches("a", "fd00::1"));
    bridging.done("ban 02:00:00:00:00:02 600");
    assertTrue(net.isDropped("a", "fd00::1"));
    assertTrue(net.reaches("b", "10.0.0.1"));
    assertFalse(net.shell("sw", "nft list ruleset").contains("\"bridge0\""));
  }

  @Test
  void shouldHaveRoomForRulesOfAllPrefixLengths() throws Exception {
    program.done("begin p LIFT ip 10");
    for (String action : List.of("ban ", "limit ")) {
      for (int length = 1; length <= 32; length++) {
        program.done(action + Source.parse("203.0.113.7").prefix(length).text() + " 600");
      }
      for (int length = 1; length <= 128; length++) {
        program.done(action + Source.parse("2001:db8::7").prefix(length).text() + " 600");
      }
    }
    assertEquals(
        "320", net.shell("v", "nft list table netdev rosaban_p | grep -cE '@(drop|limit)'"));
    assertTrue(net.reaches("a", "10.0.0.1"));
    assertTrue(net.reaches("a", "fd00::1"));
  }

  @Test
  void shouldHaveNoChainWithoutABan() throws Exception {
    program.done("begin p LIFT ip 10");
    assertFalse(rules().contains("chain"), rules());
    program.done("ban 192.0.2.1 600");
    program.done("ban 192.0.2.0/24 600");
    String both = rules();
    assertTrue(both.contains("@drop_ipv4_32"), both);
    assertTrue(both.contains("@drop_ipv4_24"), both);
    assertTrue(both.contains("hook ingress device \"eth0\" priority -400"), both);
    program.done("lift 192.0.2.0/24");
    assertFalse(rules().contains("_24"), rules());
    program.done("lift 192.0.2.1");
    assertFalse(rules().contains("chain"), rules());
    assertFalse(rules().contains("set "), rules());
  }

  @Test
  void shouldEndABanAtItsEndAndGiveALaterOneItsOwn() throws Exception {
    program.done("begin p LIFT ip 10");
    program.done("ban 10.0.0.2 600");
    program.done("ban 10.0.0.2 2");
    program.done("ban 10.0.0.3 1");
    program.done("ban 10.0.0.3 600");
    assertTrue(net.reaches("a", "10.0.0.1"), "it ended");
    assertTrue(net.isDropped("b", "10.0.0.1"), "it goes on");
    program.done("lift 10.0.0.3");
    while (rules().contains("chain")) {
      String unused = program.say("mend");
      Thread.sleep(100);
    }
  }

  @Test
  void shouldDropPacketsOfALimitedAddressBeyondItsRate() throws Exception {
    program.done("begin p LIFT ip 10");
    program.done("limit 10.0.0.2 600");
    assertTrue(net.reaches("a", "10.0.0.1"));
    String unused = net.shell("a", "ping -n -q -f -c 500 -W 1 10.0.0.1 || true");
    String report = program.say("report");
    assertFalse(report.contains("limit=0"), report);
    assertTrue(net.reaches("a", "10.0.0.1"), "the rate is there again");
    program.done("ban 10.0.0.2 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    program.done("lift 10.0.0.2");
    assertFalse(rules().contains("chain"));
  }

  /** Its packets come in at the interface below, and once more at the one that is stacked on it. */
  @Test
  void shouldCountAPacketOnceWhenItsSourceIsLimitedAndInterfacesAreStacked() throws Exception {
    net.shell(
        "v",
        "ip link add link eth0 name mv0 address 02:00:00:00:00:77 type macvlan mode bridge"
            + " && ip link set mv0 up && ip addr add 10.7.0.1/24 dev mv0");
    net.shell("a", "ip addr add 10.7.0.2/24 dev eth0");
    assertTrue(net.reaches("a", "10.7.0.1"));
    program.done("begin p LIFT ip 100");
    program.done("limit 10.0.0.2 600");
    program.done("limit 10.7.0.2 600");
    String plain = net.shell("a", "ping -n -q -f -c 90 -W 1 10.0.0.1 || true");
    assertTrue(plain.contains(" 90 received"), plain);
    String said = net.shell("a", "ping -n -q -f -c 90 -W 1 10.7.0.1 || true");
    assertTrue(said.contains(" 90 received"), said);
  }

  @Test
  void shouldEndLiveConnectionsOfABannedAddress() throws Exception {
    program.done("begin p LIFT ip 10");
    Process open =
        new ProcessBuilder(
                net.inside("a", "bash", "-c", "exec 3<>/dev/tcp/10.0.0.1/7; echo x >&3; cat <&3"))
            .start();
    while (!program.say("connections").equals("1")) {
      Thread.sleep(50);
    }
    program.done("ban 10.0.0.2 600");
    while (!program.say("connections").equals("0")) {
      String unused = program.say("mend");
      Thread.sleep(50);
    }
    open.destroyForcibly();
  }

  @Test
  void shouldForgetTrackedConnectionsOfABannedAddress() throws Exception {
    net.shell(
        "v",
        "nft 'add table ip t; add chain ip t c { type filter hook input priority 0; };"
            + " add rule ip t c ct state new accept'");
    program.done("begin p LIFT ip 10");
    assertTrue(net.echoes("a", "udp", "10.0.0.1", 30));
    assertTrue(net.echoes("b", "udp", "10.0.0.1", 30));
    String count = "cat /proc/sys/net/netfilter/nf_conntrack_count";
    int before = Integer.parseInt(net.shell("v", count));
    assertTrue(before >= 2, "tracked: " + before);
    program.done("ban 10.0.0.2 600");
    while (Integer.parseInt(net.shell("v", count)) >= before) {
      String unused = program.say("mend");
      Thread.sleep(50);
    }
  }

  @Test
  void shouldDropABannedAddressInFramesWithSeveralPriorityTags() throws Exception {
    program.done("begin p LIFT ip 10");
    assertTrue(isAnsweredBehindTags("81000000" + "81000000", 60), "the kernel takes both off");
    program.done("ban 10.0.0.2 600");
    assertFalse(isAnsweredBehindTags("81000000", 2));
    assertFalse(isAnsweredBehindTags("81000000" + "81000000", 2));
    assertFalse(isAnsweredBehindTags("88a80000" + "81000000", 2));
    assertTrue(net.reaches("b", "10.0.0.1"));
  }

  @Test
  void shouldKnowAllNextHopsAndTheirMacAddresses() throws Exception {
    net.shell("v", "ip route add default nexthop via 10.0.0.2 nexthop via 10.0.0.3");
    net.shell("v", "ip route add 203.0.113.0/24 via 10.0.0.20 table 77");
    assertTrue(net.reaches("a", "10.0.0.1"));
    assertTrue(net.reaches("b", "10.0.0.1"));
    String never = program.say("never");

    assertTrue(never.contains("10.0.0.2=next hop"), never);
    assertTrue(never.contains("10.0.0.3=next hop"), never);
    assertTrue(never.contains("10.0.0.20=next hop"), never);
    assertTrue(never.contains("02:00:00:00:00:02=next hop 10.0.0.2"), never);
    assertTrue(never.contains("02:00:00:00:00:01=own MAC address"), never);
    assertTrue(never.contains("fd00::1=own address"), never);
  }

  /** True if the machine answers to an echo request of {@code a} in a frame with these tags. */
  private boolean isAnsweredBehindTags(String tags, int seconds) throws Exception {
    String script =
        """
        import socket, struct, sys, time
        def checksum(data):
            total = sum(struct.unpack("!%%dH" %% (len(data) // 2), data))
            total = (total >> 16) + (total & 0xffff)
            return ~(total + (total >> 16)) & 0xffff
        link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
        link.bind(("eth0", 0x0800))
        link.settimeout(0.3)
        echo = struct.pack("!BBHHH", 8, 0, 0, 0x4242, 1)
        echo = echo[:2] + struct.pack("!H", checksum(echo)) + echo[4:]
        addresses = bytes([10, 0, 0, 2, 10, 0, 0, 1])
        head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(echo), 1, 0, 64, 1, 0) + addresses
        head = head[:10] + struct.pack("!H", checksum(head)) + head[12:]
        frame = bytes.fromhex("020000000001" "020000000002" "%s" "0800") + head + echo
        end = time.time() + %d
        while time.time() < end:
            link.send(frame)
            try:
                got = link.recv(2000)
            except socket.timeout:
                continue
            if len(got) >= 42 and got[23] == 1 and got[34] == 0 and got[38:40] == b"BB":
                sys.exit(0)
        sys.exit(1)
        """
            .formatted(tags, seconds);
    return net.run("a", "python3 - <<'END'\n" + script + "END").exit() == 0;
  }
}
