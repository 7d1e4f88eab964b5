package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Packets of IPv6 whose source stands for an address of IPv4 (RFC 4291 §2.5.5.2). */
class NftMappedTest {

  /**
   * Sends packets of ::ffff:10.0.0.2, and then one of fd00::9, from {@code a}, until the latter has
   * come at {@code v}; says whose came.
   */
  private static final String SENDER =
      """
      import ctypes, os, socket
      MAPPED = bytes(10) + bytes.fromhex("ffff0a000002")
      OTHER = bytes.fromhex("fd00") + bytes(13) + bytes([9])
      def link():
          opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
          opened.bind(("eth0", 3))
          opened.settimeout(0.3)
          return opened
      def frame(source):
          head = bytes.fromhex("020000000001" "020000000002" "86dd" "6000000000081140")
          to = bytes.fromhex("fd00") + bytes(13) + bytes([1])
          return head + source + to + bytes.fromhex("1234567800080000")
      sender = link()
      ctypes.CDLL(None).setns(os.open("/run/netns/v", os.O_RDONLY), 0x40000000)
      receiver = link()
      came = set()
      while "other" not in came:
          for i in range(3):
              sender.send(frame(MAPPED))
          sender.send(frame(OTHER))
          try:
              while "other" not in came:
                  source = receiver.recv(2000)[22:38]
                  came |= {"mapped"} if source == MAPPED else set()
                  came |= {"other"} if source == OTHER else set()
          except socket.timeout:
              pass
      print(*sorted(came))
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

  private String came() throws Exception {
    return net.shell("a", "python3 - <<'END'\n" + SENDER + "END");
  }

  @Test
  void shouldDropThemWhileAnAddressOfIpv4IsBanned() throws Exception {
    assertEquals("mapped other", came());

    program.done("ban 10.0.0.2 600");

    assertEquals("other", came());
  }

  @Test
  void shouldLetThemPassWhileNoneIsBanned() throws Exception {
    program.done("ban fd00::66 600");

    assertEquals("mapped other", came());
  }
}
