package dev.rosa.firewall.plane.allow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.firewall.plane.ban.Source;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SshPeersTest {

  private static final Source PEER = Source.parse("192.0.2.7");
  private static final String LINE = line(41);
  private static final List<Integer> PORTS = List.of(22);
  private static final byte[] NO_LOGIN = {};

  private long nanos;
  private final SshPeers peers = new SshPeers(() -> nanos);

  /** A connection of the peer to port 22, as the kernel shows it. */
  private static String line(int inode) {
    return "  0: 0100007F:0016 070200C0:C350 01 00000000:00000000 00:00000000 00000000     0       "
        + " 0 "
        + inode
        + " 1 0000000000000000 20 4 30 10 -1";
  }

  @Test
  void shouldTakePeersThatWereThereAtTheStart() {
    assertEquals(Set.of(PEER), peers.read(List.of(LINE), PORTS, NO_LOGIN));
  }

  @Test
  void shouldNotTakeAPeerThatHasOnlyConnected() {
    peers.read(List.of(), PORTS, NO_LOGIN);

    assertEquals(Set.of(), peers.read(List.of(LINE), PORTS, NO_LOGIN));
    nanos += TimeUnit.SECONDS.toNanos(151);
    assertEquals(Set.of(PEER), peers.read(List.of(LINE), PORTS, NO_LOGIN));
    assertEquals(Set.of(), peers.read(List.of(), PORTS, NO_LOGIN));
  }

  @Test
  void shouldNotTakeAPeerThatConnectsAgainFromTheSamePort() {
    peers.read(List.of(), PORTS, NO_LOGIN);
    for (int inode = 50; inode < 60; inode++) {
      assertEquals(Set.of(), peers.read(List.of(line(inode)), PORTS, NO_LOGIN));
      nanos += TimeUnit.SECONDS.toNanos(100);
      assertEquals(Set.of(), peers.read(List.of(line(inode)), PORTS, NO_LOGIN));
    }
  }

  @Test
  void shouldNotTakeAPeerThatSshdHasNotAccepted() {
    peers.read(List.of(), PORTS, NO_LOGIN);
    peers.read(List.of(line(0)), PORTS, NO_LOGIN);
    nanos += TimeUnit.SECONDS.toNanos(151);

    assertEquals(Set.of(), peers.read(List.of(line(0)), PORTS, NO_LOGIN));
  }

  @Test
  void shouldTakeAPeerThatIsLoggedIn() {
    peers.read(List.of(), PORTS, NO_LOGIN);
    ByteBuffer login = ByteBuffer.allocate(384).order(ByteOrder.nativeOrder());
    login.putShort(0, (short) 7).put(348, new byte[] {(byte) 192, 0, 2, 7});

    assertEquals(Set.of(PEER), peers.read(List.of(LINE), PORTS, login.array()));
    assertEquals(Set.of(), peers.read(List.of(LINE), List.of(2222), login.array()));
  }
}
