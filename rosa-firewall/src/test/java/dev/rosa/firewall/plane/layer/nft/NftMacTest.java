package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bans of MAC addresses that follow from bans of IP addresses. Machine {@code a} has a second IPv4
 * address, which is not banned.
 */
class NftMacTest {

  private static final String SECOND = "-I 10.0.0.20 10.0.0.1";

  private BanNetwork net;
  private BanNetwork.Program program;

  @BeforeEach
  void makeNetwork() throws Exception {
    net = BanNetwork.create();
    program = net.enforcement();
    program.done("begin p LIFT macs 10");
  }

  @AfterEach
  void end() {
    net.close();
  }

  private void banAndMend(String source) throws Exception {
    program.done("ban " + source + " 600");
    String unused = program.say("mend");
  }

  private boolean hasMacBan() throws Exception {
    return net.shell("v", "nft list ruleset").contains("neighbour_mac");
  }

  @Test
  void shouldDropWhatABannedNeighbourSendsFromAnotherAddress() throws Exception {
    assertTrue(net.reaches("a", "-I 10.0.0.2 10.0.0.1"));
    banAndMend("10.0.0.2");
    assertTrue(net.isDropped("a", SECOND));
    assertTrue(net.reaches("b", "10.0.0.1"));
    String report = program.say("report");
    assertFalse(report.contains("mac=0"), report);
    assertTrue(report.contains("eth0:mac"), report);
    program.done("lift 10.0.0.2");
    assertTrue(net.reaches("a", SECOND));
    assertFalse(hasMacBan());
  }

  @Test
  void shouldBanTheMacAgainAtTheNextStart() throws Exception {
    assertTrue(net.reaches("a", "-I 10.0.0.2 10.0.0.1"));
    banAndMend("10.0.0.2");
    program.done("close");
    program.done("begin p LIFT macs 10");
    assertTrue(hasMacBan());
    assertTrue(net.isDropped("a", SECOND));
  }

  @Test
  void shouldEndTheMacBanWithTheBan() throws Exception {
    assertTrue(net.reaches("a", "-I 10.0.0.2 10.0.0.1"));
    program.done("ban 10.0.0.2 2");
    String unused = program.say("mend");
    assertTrue(net.reaches("a", SECOND), "after two seconds");
  }

  @Test
  void shouldNotBanTheMacThatAnotherAddressUses() throws Exception {
    assertTrue(net.reaches("a", "-I 10.0.0.2 10.0.0.1"));
    assertTrue(net.reaches("a", SECOND));
    banAndMend("10.0.0.2");
    assertFalse(hasMacBan());
    assertTrue(net.isDropped("a", "-I 10.0.0.2 10.0.0.1"));
    assertTrue(net.reaches("a", SECOND));
  }

  @Test
  void shouldNotBanTheMacOfANextHop() throws Exception {
    net.shell("v", "ip route add 192.0.2.0/24 via 10.0.0.2");
    net.shell("a", "ip addr add 192.0.2.9/32 dev eth0");
    assertTrue(net.reaches("a", "-I 10.0.0.2 10.0.0.1"));
    assertTrue(net.reaches("a", "-I 192.0.2.9 10.0.0.1"));
    banAndMend("192.0.2.9");
    banAndMend("10.0.0.2");
    assertFalse(hasMacBan());
    assertTrue(net.reaches("a", SECOND));
  }

  @Test
  void shouldNotBanAMacOnALinkWhoseNextHopIsUnknown() throws Exception {
    net.shell("v", "ip route add 192.0.2.0/24 via 10.0.0.99");
    assertTrue(net.reaches("a", "-I 10.0.0.2 10.0.0.1"));
    banAndMend("10.0.0.2");
    assertFalse(hasMacBan());
  }

  @Test
  void shouldNotBanAMacThatIsAllowed() throws Exception {
    program.done("allow 02:00:00:00:00:02");
    assertTrue(net.reaches("a", "-I 10.0.0.2 10.0.0.1"));
    banAndMend("10.0.0.2");
    assertFalse(hasMacBan());
    assertTrue(net.isDropped("a", "-I 10.0.0.2 10.0.0.1"));
    assertTrue(net.reaches("a", SECOND));
  }

  @Test
  void shouldGiveUpAMacThatBecomesAllowed() throws Exception {
    assertTrue(net.reaches("a", "-I 10.0.0.2 10.0.0.1"));
    banAndMend("10.0.0.2");
    assertTrue(hasMacBan());
    program.done("allow 02:00:00:00:00:02");
    for (int i = 0; i < 600 && hasMacBan(); i++) {
      String unused = program.say("mend");
      Thread.sleep(50);
    }
    assertTrue(net.reaches("a", SECOND));
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.2, 10.0.0.1", "fd00::2, fd00::1"})
  void shouldGiveUpAMacThatWasForgedWhenItsOwnerComes(String forger, String own) throws Exception {
    net.shell("a", "ip link set eth0 address 02:00:00:00:00:03");
    assertTrue(net.reaches("a", "-I " + forger + " " + own));
    banAndMend(forger);
    assertTrue(hasMacBan(), "no other address is known to have that MAC address");
    net.shell("a", "ip link set eth0 down");
    String until = "for i in $(seq 300); do ping -n -c 1 -W 1 " + own + " && exit 0; done; exit 1";
    Process honest =
        new ProcessBuilder(net.inside("b", "bash", "-c", until))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (honest.isAlive()) {
      String unused = program.say("mend");
      Thread.sleep(50);
    }
    assertEquals(0, honest.exitValue());
    assertFalse(hasMacBan());
  }

  @Test
  void shouldBanAMacThatAnOperatorNames() throws Exception {
    program.done("ban 02:00:00:00:00:02 600");
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertTrue(net.isDropped("a", "fd00::1"));
    program.done("lift 02:00:00:00:00:02");
    // A ping ends with an error while the machine still believes that nobody answers its ARP.
    String until = "for i in $(seq 60); do ping -n -c 1 -W 1 10.0.0.1 && exit 0; done; exit 1";
    assertEquals(0, net.run("a", until).exit());
  }

  /** Has a machine claim an address by ARP, of which {@code v} keeps a note. */
  private void claim(String machine, String address) throws Exception {
    claim(machine, address, "mac + bytes.fromhex('0806')");
  }

  /** The same in a frame of this source and type, an expression of Python. */
  private void claim(String machine, String address, String sourceAndType) throws Exception {
    String script =
        """
        import socket
        link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0x0806)
        link.bind(("eth0", 0x0806))
        mac = link.getsockname()[4]
        head = bytes([255] * 6) + %s + bytes.fromhex("0001080006040001")
        link.send(head + mac + socket.inet_aton("%s") + bytes(6) + socket.inet_aton("10.0.0.1"))
        """
            .formatted(sourceAndType, address);
    net.shell(machine, "python3 - <<'END'\n" + script + "END");
  }

  private boolean knows(String address) throws Exception {
    return !net.shell("v", "ip neigh show " + address).isEmpty();
  }

  @Test
  void shouldNotHearWhatAddressesABannedMacClaims() throws Exception {
    do {
      claim("a", "10.0.0.76");
    } while (!knows("10.0.0.76"));
    program.done("ban 02:00:00:00:00:02 600");
    claim("a", "10.0.0.77");
    do {
      claim("b", "10.0.0.78");
    } while (!knows("10.0.0.78"));
    assertFalse(knows("10.0.0.77"));
  }

  /** A tag of VLAN 0 is taken off before the rules. */
  @ParameterizedTest
  @ValueSource(strings = {"0806", "810000000806"})
  void shouldNotHearWhatAFrameOfAnotherSourceClaimsForABannedMac(String type) throws Exception {
    String frame = "bytes.fromhex('020000009999" + type + "')";
    do {
      claim("a", "10.0.0.76", frame);
    } while (!knows("10.0.0.76"));
    program.done("ban 02:00:00:00:00:02 600");
    claim("a", "10.0.0.77", frame);
    do {
      claim("b", "10.0.0.78", frame);
    } while (!knows("10.0.0.78"));
    assertFalse(knows("10.0.0.77"));
  }

  @Test
  void shouldNotTakeAClaimOnOneLinkForANextHopOfAnother() throws Exception {
    net.shell("v", "ip link add eth7 type veth peer name p7 && ip link set eth7 up");
    net.shell("v", "ip link set p7 up && ip addr add 10.9.0.1/24 dev eth7");
    net.shell("v", "ip route add default via 10.9.0.254");
    do {
      claim("a", "10.9.0.254");
    } while (!knows("10.9.0.254"));
    String never = program.say("never");

    assertTrue(never.contains("10.9.0.254=next hop"), never);
    assertFalse(never.contains("02:00:00:00:00:02"), never);
  }
}
