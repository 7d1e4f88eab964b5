package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bans at the ports of a switch, for frames with the tag of a VLAN and further tags. */
class NftTagsTest {

  private static final String VLAN = "81000005";
  private static final String PRIORITY = "81000000";
  private static final String PRIORITY_OF_A_PROVIDER = "88a80000";

  /**
   * Sends frames of 10.0.0.2 with tags, and then one of 10.0.0.9 without any, from {@code a}, until
   * the latter has come at {@code v}; says whose came.
   */
  private static final String SENDER =
      """
      import ctypes, os, socket
      def link():
          opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
          opened.bind(("eth0", 3))
          opened.settimeout(0.3)
          return opened
      def packet(last):
          udp = bytes.fromhex("1234567800080000")
          head = bytes.fromhex("4500001c00010000401100000a0000%%02x0a000001" %% last)
          total = sum(int.from_bytes(head[i:i + 2], "big") for i in range(0, 20, 2))
          total = (total >> 16) + (total & 0xffff)
          return head[:10] + (~total & 0xffff).to_bytes(2, "big") + head[12:] + udp
      def frame(tags, last):
          head = bytes.fromhex("020000000001" "020000000002" + tags + "0800")
          return head + packet(last) + bytes(18)
      sender = link()
      ctypes.CDLL(None).setns(os.open("/run/netns/v", os.O_RDONLY), 0x40000000)
      receiver = link()
      came = set()
      while 9 not in came:
          for i in range(3):
              sender.send(frame("%s", 2))
          sender.send(frame("", 9))
          try:
              while 9 not in came:
                  got = receiver.recv(2000)
                  for last in (2, 9):
                      if packet(last) in got:
                          came.add(last)
          except socket.timeout:
              pass
      print(sorted(came))
      """;

  private BanNetwork net;
  private BanNetwork.Program program;

  @BeforeEach
  void makeNetwork() throws Exception {
    net = BanNetwork.create();
    program = net.enforcementOnSwitch();
    program.done("begin p LIFT ip 10");
  }

  @AfterEach
  void end() {
    net.close();
  }

  private String cameBehind(String tags) throws Exception {
    return net.shell("a", "python3 - <<'END'\n" + SENDER.formatted(tags) + "END");
  }

  @Test
  void shouldSwitchTaggedFramesWithoutABan() throws Exception {
    assertEquals("[2, 9]", cameBehind(VLAN));
    assertEquals("[2, 9]", cameBehind(VLAN + PRIORITY));
  }

  @Test
  void shouldDropABannedAddressInFramesOfAVlan() throws Exception {
    program.done("ban 10.0.0.2 600");

    assertEquals("[9]", cameBehind(VLAN));
  }

  @Test
  void shouldDropABannedAddressBehindPriorityTagsInFramesOfAVlan() throws Exception {
    program.done("ban 10.0.0.2 600");

    assertEquals("[9]", cameBehind(VLAN + PRIORITY));
    assertEquals("[9]", cameBehind(VLAN + PRIORITY_OF_A_PROVIDER));
    assertEquals("[9]", cameBehind(VLAN + PRIORITY + PRIORITY));
    assertEquals("[9]", cameBehind(PRIORITY + VLAN));
  }
}
