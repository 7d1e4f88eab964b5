package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.layer.nft.BanNetwork;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packets with forged sources, TCP and UDP, for a service that reports each malicious word: 50,000,
 * and a million with {@code -Drosa.plane.full=true}. The forger is banned for what it does from its
 * own address, and no other source is.
 */
@Timeout(600)
final class ForgedSourcesTest {

  private static final int PACKETS = Boolean.getBoolean("rosa.plane.full") ? 1_000_000 : 50_000;

  /** Sends as many packets as its argument says; half of them UDP, a quarter each SYN and data. */
  private static final String FORGER =
      """
      import random, socket, struct, sys
      def checksum(data):
          data += b"\\0" * (len(data) % 2)
          total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
          total = (total >> 16) + (total & 0xffff)
          return ~(total + (total >> 16)) & 0xffff
      target = bytes([10, 0, 0, 1])
      def ip(source, protocol, body):
          head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(body), 1, 0, 64, protocol, 0)
          head += source + target
          head = head[:10] + struct.pack("!H", checksum(head)) + head[12:]
          return bytes.fromhex("0200000000010200000000020800") + head + body
      def with_sum(source, protocol, body, at):
          pseudo = source + target + struct.pack("!BBH", 0, protocol, len(body))
          return body[:at] + struct.pack("!H", checksum(pseudo + body)) + body[at + 2:]
      def udp(source):
          body = struct.pack("!HHHH", random.randint(1024, 65535), 8080, 12, 0) + b"bad\\n"
          return ip(source, 17, with_sum(source, 17, body, 6))
      def tcp(source, flags, data):
          ports = struct.pack("!HH", random.randint(1024, 65535), 8080)
          numbers = struct.pack("!II", random.getrandbits(32), random.getrandbits(32))
          body = ports + numbers + struct.pack("!BBHHH", 0x50, flags, 8192, 0, 0) + data
          return ip(source, 6, with_sum(source, 6, body, 16))
      link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
      link.bind(("eth0", 0))
      for number in range(int(sys.argv[1])):
          source = bytes([10, 0, 0, 3]) if number % 3 == 0 else bytes(
              [10, random.randint(1, 9), random.randint(0, 255), random.randint(1, 254)])
          kind = number % 4
          link.send(udp(source) if kind < 2 else
              tcp(source, 2, b"") if kind == 2 else tcp(source, 0x18, b"bad\\n"))
      """;

  @TempDir private Path folder;

  @Test
  void shouldBanTheForgerAloneAndNoSourceThatItForges() throws Exception {
    try (PlaneOnMachine plane = new PlaneOnMachine(folder, 10_000).start()) {
      BanNetwork.Program service =
          plane.net.program("v", ReportingService.class, "-Xmx128m", plane.reporters.toString());
      assertTrue(isServed(plane, "b", "good"));

      plane.net.shell("a", "python3 - " + PACKETS + " <<'END'\n" + FORGER + "END");

      Await.until(
          "the service to see some of them",
          () -> Long.parseLong(service.say("datagrams")) > PACKETS / 100);
      Await.until(
          "evidence", () -> plane.status().at("/evidence/byProof/none").asLong() > PACKETS / 100);
      assertEquals(Set.of(), plane.listed());
      assertTrue(isServed(plane, "a", "good"));
      boolean unused = isServed(plane, "a", "bad");
      Await.until("its ban", () -> plane.listed().equals(Set.of("10.0.0.2")));
      assertTrue(plane.net.isDropped("a", "10.0.0.1"));
      assertTrue(isServed(plane, "b", "good"));
      assertEquals(Set.of("10.0.0.2"), plane.elements());
    }
  }

  private static boolean isServed(PlaneOnMachine plane, String machine, String word)
      throws Exception {
    String line = "exec 3<>/dev/tcp/10.0.0.1/8080 && echo " + word + " >&3 && head -n 1 <&3";
    return plane.net.run(machine, "timeout 60 bash -c '" + line + "'").said().equals("served");
  }
}
