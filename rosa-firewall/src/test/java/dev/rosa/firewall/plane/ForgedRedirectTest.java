package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A banned host that says, in the name of the gateway, that it is a gateway itself. */
@Timeout(240)
final class ForgedRedirectTest {

  /** ICMP redirect of 10.0.0.3 to 10.0.0.2, about an echo reply to 198.51.100.9. */
  private static final String FORGER =
      """
      import socket, struct
      def checksum(data):
          total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
          total = (total >> 16) + (total & 0xffff)
          return ~(total + (total >> 16)) & 0xffff
      def with_sum(data, at):
          return data[:at] + struct.pack("!H", checksum(data)) + data[at + 2:]
      def ip(source, target, length):
          head = struct.pack("!BBHHHBBH", 0x45, 0, length, 1, 0, 64, 1, 0) + source + target
          return with_sum(head, 10)
      machine, gateway, own = bytes([10, 0, 0, 1]), bytes([10, 0, 0, 3]), bytes([10, 0, 0, 2])
      inner = ip(machine, bytes([198, 51, 100, 9]), 28) + struct.pack("!BBHHH", 0, 0, 0xffff, 0, 0)
      redirect = with_sum(struct.pack("!BBH", 5, 1, 0) + own + inner, 2)
      raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
      raw.sendto(ip(gateway, machine, 20 + len(redirect)) + redirect, ("10.0.0.1", 0))
      """;

  @TempDir private Path folder;

  @Test
  void shouldGoOnBanningAHostThatForgesARedirectToItself() throws Exception {
    try (PlaneOnMachine plane = new PlaneOnMachine(folder, 100).start()) {
      plane.net.shell("v", "ip route add default via 10.0.0.3");
      assertTrue(plane.net.reaches("a", "10.0.0.1"));
      plane.ban(List.of("10.0.0.2"));
      plane.net.shell("a", "python3 - <<'END'\n" + FORGER + "END");
      Await.until(
          "the kernel to take the redirect",
          () -> plane.net.shell("v", "ip route get 198.51.100.9").contains("10.0.0.2"));
      // The plane looks every two seconds.
      Thread.sleep(5_000);
      assertEquals(Set.of("10.0.0.2"), plane.listed());
      assertTrue(plane.net.isDropped("a", "10.0.0.1"));
      String allowed = plane.ask(PlaneOnMachine.request("allow-list")).toString();
      assertTrue(allowed.contains("10.0.0.3"), allowed);
      assertFalse(allowed.contains("10.0.0.2"), allowed);
    }
  }
}
