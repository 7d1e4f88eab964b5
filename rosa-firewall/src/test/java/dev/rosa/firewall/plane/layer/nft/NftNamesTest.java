package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bans at interfaces with odd names: the kernel takes nearly any bytes for one. */
class NftNamesTest {

  private BanNetwork net;

  @BeforeEach
  void makeNetwork() throws Exception {
    net = BanNetwork.create();
  }

  @AfterEach
  void end() {
    net.close();
  }

  /** Names as {@code printf} reads them: Latin-1, a control character, UTF-8, quotes. */
  @ParameterizedTest
  @ValueSource(strings = {"caf\\351", "e\\033[31m", "\\303\\274", "a\"b*", "\\357\\236\\200\\377"})
  void shouldHoldABan(String name) throws Exception {
    net.shell(
        "v",
        "ip link set eth0 down; ip link set eth0 name \"$(printf '%s')\"".formatted(name)
            + "; ip link set \"$(printf '%s')\" up".formatted(name));
    BanNetwork.Program program = net.enforcement();
    program.done("begin p LIFT ip 10");
    assertTrue(net.reaches("a", "10.0.0.1"));

    program.done("ban 10.0.0.2 600");

    assertTrue(net.isDropped("a", "10.0.0.1"));
  }
}
