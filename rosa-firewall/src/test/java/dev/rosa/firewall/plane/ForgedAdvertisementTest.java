package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A router advertisement with the prefix of a banned source elsewhere. */
@Timeout(240)
final class ForgedAdvertisementTest {

  private static final String BANNED = "2001:db8:bad::/64";

  /** Addresses are to be made in the prefix, which is not on the link. */
  private static final String FORGER =
      """
      import socket, struct
      raw = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
      raw.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
      prefix = struct.pack("!BBBBIII", 3, 4, 64, 0x40, 86400, 86400, 0)
      prefix += socket.inet_pton(socket.AF_INET6, "2001:db8:bad::")
      advertisement = struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, 0, 0, 0) + prefix
      raw.sendto(advertisement, ("ff02::1", 0, 0, socket.if_nametoindex("eth0")))
      """;

  @TempDir private Path folder;

  @Test
  void shouldGoOnBanningAPrefixThatANeighbourAdvertises() throws Exception {
    try (PlaneOnMachine plane = new PlaneOnMachine(folder, 100).start()) {
      plane.ban(List.of(BANNED));
      Await.until(
          "the machine to have an address in it",
          () -> {
            plane.net.run("a", "python3 - <<'END'\n" + FORGER + "END");
            return plane.net.shell("v", "ip -6 addr show dev eth0").contains("2001:db8:bad:");
          });
      // The plane looks every two seconds.
      Thread.sleep(5_000);
      assertEquals(Set.of(BANNED), plane.listed());
      plane.ban(List.of(BANNED));
      plane.kill();
      plane.start();
      assertEquals(Set.of(BANNED), plane.listed(), "after a restart");
    }
  }
}
