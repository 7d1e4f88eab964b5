package dev.rosa.router.prewarm;

import dev.rosa.packetio.OverlayPacketIo;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.RouteTable;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prewarming of the real overlay link, by synthetic packets that go through it on loopback. It
 * sends packets into the router and waits for them where they leave. Thus a worker wakes up,
 * receives and sends as it does with real packets. Its own thread's; the link itself is the
 * worker's.
 */
final class PrewarmOverlay implements AutoCloseable {

  /** Longest wait for a packet that was lost, which loopback hardly ever does. */
  private static final int LOST_MILLIS = 20;

  private static final Logger LOG = LoggerFactory.getLogger(PrewarmOverlay.class);
  private static final int NEIGHBOURS = 2;

  /** They send in turn, as a link remembers who sent last; the first one receives. */
  private final DatagramSocket[] peers;

  private final OverlayPacketIo link;
  private final PacketBuffer packet =
      new PacketBuffer(
          ByteBuffer.allocate(PrewarmTraffic.PACKET_BYTES), 0, PrewarmTraffic.PACKET_BYTES);
  private final DatagramPacket received =
      new DatagramPacket(new byte[PrewarmTraffic.PACKET_BYTES], PrewarmTraffic.PACKET_BYTES);

  private PrewarmOverlay(DatagramSocket[] peers, OverlayPacketIo link) {
    this.peers = peers;
    this.link = link;
  }

  /** Takes free ports of the loopback. */
  static PrewarmOverlay open() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    DatagramSocket[] peers = new DatagramSocket[NEIGHBOURS];
    try {
      for (int i = 0; i < NEIGHBOURS; i++) {
        peers[i] = new DatagramSocket(0, loopback);
        peers[i].setSoTimeout(LOST_MILLIS);
      }
      InetSocketAddress next = new InetSocketAddress(loopback, peers[0].getLocalPort());
      OverlayPacketIo link =
          OverlayPacketIo.open(new InetSocketAddress(loopback, 0), routesTo(next));
      return new PrewarmOverlay(peers, link);
    } catch (IOException e) {
      close(peers);
      throw e;
    }
  }

  private static RouteTable routesTo(InetSocketAddress next) {
    return new RouteTable(
        PrewarmTraffic.DESTINATIONS.stream()
            .map(block -> new RouteTable.Route(block.address(), block.lengthBits(), next))
            .toList());
  }

  /** The link, for a worker. */
  OverlayPacketIo link() {
    return link;
  }

  /** Sends packets into the router, each after the one before has left it. */
  void exchange(PrewarmTraffic traffic, int packets) throws IOException {
    InetSocketAddress router = link.address();
    for (int i = 0; i < packets; i++) {
      traffic.writePassing(packet);
      peers[i % NEIGHBOURS].send(
          new DatagramPacket(packet.memory().array(), packet.length(), router));
      awaitPacket();
    }
  }

  private void awaitPacket() throws IOException {
    try {
      peers[0].receive(received);
    } catch (SocketTimeoutException e) {
      LOG.debug("a synthetic packet was lost on the loopback");
    }
  }

  @Override
  public void close() throws IOException {
    link.close();
    close(peers);
  }

  private static void close(DatagramSocket[] peers) {
    for (DatagramSocket peer : peers) {
      if (peer != null) {
        peer.close();
      }
    }
  }
}
