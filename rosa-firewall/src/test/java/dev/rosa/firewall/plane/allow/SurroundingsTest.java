package dev.rosa.firewall.plane.allow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.flow.TcpFlows;
import dev.rosa.kernel.link.NeighbourTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SurroundingsTest {

  private static final String SSH = "  0: 0100007F:08AE 070200C0:C350 01 0:0 00:0 0 0 0 41 1";

  @TempDir private Path root;

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static NeighbourView silentKernel() throws IOException {
    throw new IOException("the kernel does not tell");
  }

  private static List<TcpFlows.Accepted> noSockDiag(Collection<Integer> ports) throws IOException {
    throw new IOException("no sock_diag for " + ports);
  }

  private static NeighbourTable.Hop hop(String address) throws IOException {
    return new NeighbourTable.Hop(InetAddress.getByName(address), 2);
  }

  private static NeighbourTable.Entry neighbour(String address, long mac) throws IOException {
    return new NeighbourTable.Entry(InetAddress.getByName(address), 2, mac, false);
  }

  @Test
  void shouldReadNextHopsNameServersAndPeersOfSsh() throws IOException {
    NeighbourView view =
        new NeighbourView(
            Set.of(hop("192.168.1.1"), hop("fe80::1")),
            List.of(neighbour("192.168.1.1", 0x0200_0000_0007L), neighbour("192.168.1.9", 9)));
    write("proc/net/if_inet6", "20010db8" + "0".repeat(23) + "5 02 40 00 80 eth0\n");
    write("etc/resolv.conf", "# none\nnameserver 192.0.2.53\nnameserver fe80::53%eth0\n");
    write("etc/ssh/sshd_config", "Port 2222\n");
    write("proc/net/tcp", SSH + "\n");

    Map<Source, String> found =
        new Surroundings(root, () -> 0, () -> view, SurroundingsTest::noSockDiag).read();

    assertEquals("next hop", found.get(Source.parse("192.168.1.1")));
    assertEquals("next hop", found.get(Source.parse("fe80::1")));
    assertEquals("next hop 192.168.1.1", found.get(Source.parse("02:00:00:00:00:07")));
    assertNull(found.get(Source.parse("00:00:00:00:00:09")));
    assertEquals("own address", found.get(Source.parse("2001:db8::5")));
    assertEquals("name server", found.get(Source.parse("192.0.2.53")));
    assertEquals("name server", found.get(Source.parse("fe80::53")));
    assertEquals("peer of established ssh", found.get(Source.parse("192.0.2.7")));
    assertEquals("loopback", found.get(Source.parse("127.0.0.0/8")));
  }

  private static NeighbourTable.Entry at(int link, String address, long mac) throws IOException {
    return new NeighbourTable.Entry(InetAddress.getByName(address), link, mac, false);
  }

  /** A router asks for the MAC addresses of hosts from its link-local address (RFC 4861). */
  @Test
  void shouldKnowTheLinkLocalAddressesOfANextHopByItsMac() throws IOException {
    long router = 0x0200_0000_0007L;
    long host = 0x0200_0000_0009L;
    NeighbourView view =
        NeighbourView.of(
            Set.of(hop("2001:db8::1")),
            List.of(
                at(2, "2001:db8::1", router),
                at(2, "fe80::bad", router),
                at(2, "fe80::9", host),
                at(3, "fe80::3", router),
                at(2, "2001:db8::66", router)),
            address -> OptionalInt.of(address.isLinkLocalAddress() ? 3 : 2));

    Map<Source, String> found =
        new Surroundings(root, () -> 0, () -> view, SurroundingsTest::noSockDiag).read();

    assertEquals("next hop 2001:db8::1", found.get(Source.parse("fe80::bad")));
    assertEquals("next hop 2001:db8::1", found.get(Source.parse("02:00:00:00:00:07")));
    assertNull(found.get(Source.parse("fe80::9")), "another host's");
    assertNull(found.get(Source.parse("fe80::3")), "at another link");
    assertNull(
        found.get(Source.parse("2001:db8::66")), "any host that claims it could be reached by it");
  }

  @Test
  void shouldKnowPortsOfSshFromItsFolderOfSettings() throws IOException {
    write("etc/ssh/sshd_config", "Include /etc/ssh/sshd_config.d/*.conf\n");
    write("etc/ssh/sshd_config.d/ports.conf", "Port 2222\n");
    write("etc/ssh/sshd_config.d/ports.conf.old", "Port 2223\n");
    write("proc/net/tcp", SSH + "\n" + SSH.replace("08AE", "08AF").replace("070200C0", "080200C0"));

    Map<Source, String> found =
        new Surroundings(
                root, () -> 0, SurroundingsTest::silentKernel, SurroundingsTest::noSockDiag)
            .read();

    assertEquals("peer of established ssh", found.get(Source.parse("192.0.2.7")));
    assertNull(found.get(Source.parse("192.0.2.8")));
  }

  /** By sock_diag and by the files of /proc; both know the same sockets of this machine. */
  @Test
  void shouldReadAcceptedConnectionsOfTheKernelInEitherWay() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
      Set<Integer> port = Set.of(server.getLocalPort());
      assertEquals(List.of(), AcceptedReader.ofKernel(port), "not accepted yet");
      try (Socket accepted = server.accept()) {
        List<TcpFlows.Accepted> found = AcceptedReader.ofKernel(port);

        assertEquals(client.getLocalAddress(), found.get(0).peer());
        assertEquals(accepted.getPort(), client.getLocalPort());
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of("/proc/net/tcp")));
        lines.addAll(Files.readAllLines(Path.of("/proc/net/tcp6")));
        assertEquals(found, ProcTcp.accepted(lines, port));
      }
    }
  }

  @Test
  void shouldNameTheAllowedSourceInAPrefix() {
    AllowedSources allowed = new AllowedSources(List.of());
    assertTrue(allowed.replaceSurroundings(Map.of(Source.parse("192.0.2.53"), "name server")));

    assertEquals(
        Optional.of("it contains 192.0.2.53, name server"),
        allowed.why(Source.parse("192.0.2.0/24")));
    assertEquals(Optional.of("name server"), allowed.why(Source.parse("192.0.2.53")));
    assertEquals(Optional.empty(), allowed.why(Source.parse("192.0.2.54")));
  }

  @Test
  void shouldTakeBackWhatAnOperatorHasAdded() {
    AllowedSources allowed = new AllowedSources(List.of());
    Source source = Source.parse("192.0.2.0/24");
    allowed.add(source);

    assertTrue(allowed.why(Source.parse("192.0.2.7")).isPresent());
    assertTrue(allowed.remove(source));
    assertTrue(allowed.why(source).isEmpty());
  }

  @Test
  void shouldNeverBanWhatIsNoSendersAddress() {
    AllowedSources allowed = new AllowedSources(List.of());
    boolean unused =
        allowed.replaceSurroundings(
            new Surroundings(
                    root, () -> 0, SurroundingsTest::silentKernel, SurroundingsTest::noSockDiag)
                .read());

    for (String source : List.of("0.0.0.0", "255.255.255.255", "224.0.0.1", "::", "ff02::1")) {
      assertTrue(allowed.why(Source.parse(source)).isPresent(), source);
    }
  }
}
