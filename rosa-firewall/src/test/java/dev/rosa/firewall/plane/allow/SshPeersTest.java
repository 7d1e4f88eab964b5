package dev.rosa.firewall.plane.allow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.flow.TcpFlows;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SshPeersTest {

  private static final Source PEER = Source.parse("192.0.2.7");
  private static final List<TcpFlows.Accepted> CONNECTION = connection(41);
  private static final byte[] NO_LOGIN = {};

  private long nanos;
  private final SshPeers peers = new SshPeers(() -> nanos);

  private static List<TcpFlows.Accepted> connection(int inode) {
    try {
      return List.of(new TcpFlows.Accepted(InetAddress.getByName("192.0.2.7"), inode));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldTakePeersThatWereThereAtTheStart() {
    assertEquals(Set.of(PEER), peers.read(CONNECTION, NO_LOGIN));
  }

  @Test
  void shouldNotTakeAPeerThatHasOnlyConnected() {
    peers.read(List.of(), NO_LOGIN);

    assertEquals(Set.of(), peers.read(CONNECTION, NO_LOGIN));
    nanos += TimeUnit.SECONDS.toNanos(151);
    assertEquals(Set.of(PEER), peers.read(CONNECTION, NO_LOGIN));
    assertEquals(Set.of(), peers.read(List.of(), NO_LOGIN));
  }

  @Test
  void shouldNotTakeAPeerThatConnectsAgainFromTheSamePort() {
    peers.read(List.of(), NO_LOGIN);
    for (int inode = 50; inode < 60; inode++) {
      assertEquals(Set.of(), peers.read(connection(inode), NO_LOGIN));
      nanos += TimeUnit.SECONDS.toNanos(100);
      assertEquals(Set.of(), peers.read(connection(inode), NO_LOGIN));
    }
  }

  @Test
  void shouldTakeAPeerThatIsLoggedIn() {
    peers.read(List.of(), NO_LOGIN);
    ByteBuffer login = ByteBuffer.allocate(384).order(ByteOrder.nativeOrder());
    login.putShort(0, (short) 7).put(348, new byte[] {(byte) 192, 0, 2, 7});

    assertEquals(Set.of(PEER), peers.read(CONNECTION, login.array()));
  }
}
