package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A router advertisement that names the MAC address which an operator has banned. */
@Timeout(240)
final class ForgedRouterMacTest {

  private static final String BANNED = "02:00:00:00:00:02";

  /** The source of its frame is another one. */
  private static final String FORGER =
      """
      import socket, struct
      raw = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
      raw.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
      option = bytes.fromhex("0101020000000002")
      advertisement = struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, 1800, 0, 0) + option
      raw.sendto(advertisement, ("ff02::1", 0, 0, socket.if_nametoindex("eth0")))
      """;

  private static final String OTHER_SOURCE =
      "ip link set eth0 down; ip link set eth0 address 02:00:00:00:99:99; ip link set eth0 up";

  @TempDir private Path folder;

  @Test
  void shouldGoOnBanningAMacAddressThatAnAdvertisementGivesToARouter() throws Exception {
    try (PlaneOnMachine plane = new PlaneOnMachine(folder, 100).start()) {
      plane.ban(List.of(BANNED));
      plane.net.shell("a", OTHER_SOURCE);
      Await.until(
          "the plane to take it for a next hop's",
          () -> {
            plane.net.run("a", "python3 - <<'END'\n" + FORGER + "END");
            return allowed(plane).contains(BANNED);
          });
      // The plane lifts what it lifts at once.
      Thread.sleep(3_000);
      assertEquals(Set.of(BANNED), plane.listed());
    }
  }

  private static String allowed(PlaneOnMachine plane) throws IOException {
    return plane.ask(PlaneOnMachine.request("allow-list")).toString();
  }
}
