package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.RouteTable.Route;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class OverlayPacketIoTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final int PACKET_BYTES = 2_048;
  private static final long WAIT_MILLIS = Await.PATIENCE.toMillis();

  private DatagramSocket peer;
  private OverlayPacketIo overlay;
  private final PacketBatch batch = new PacketBatch(4, PACKET_BYTES);

  @BeforeEach
  void open() throws IOException {
    peer = new DatagramSocket(ANY_PORT);
    peer.setSoTimeout((int) WAIT_MILLIS);
    InetSocketAddress next = (InetSocketAddress) peer.getLocalSocketAddress();
    overlay =
        OverlayPacketIo.open(
            ANY_PORT,
            new RouteTable(
                List.of(
                    new Route(IpPackets.address("10.0.2.0"), 24, next),
                    new Route(IpPackets.address("2001:db8::"), 32, next))));
  }

  @AfterEach
  void close() throws IOException {
    overlay.close();
    peer.close();
  }

  private void fromPeer(byte[] payload) throws IOException {
    peer.send(new DatagramPacket(payload, payload.length, overlay.address()));
  }

  private byte[] atPeer() throws IOException {
    DatagramPacket datagram = new DatagramPacket(new byte[65_536], 65_536);
    peer.receive(datagram);
    return Arrays.copyOf(datagram.getData(), datagram.getLength());
  }

  private Fate fateOf(byte[] packet) {
    batch.setSize(0);
    IpPackets.put(batch, packet);
    overlay.send(batch);
    return batch.buffer(0).fate();
  }

  @Test
  void shouldTakeEachDatagramAsOnePacketWhenSeveralWait() throws IOException {
    byte[] first = IpPackets.packet("10.0.1.1", "10.0.2.1", 100);
    byte[] second = IpPackets.packet("2001:db8::1", "2001:db8::2", 700);
    long before = System.nanoTime();
    fromPeer(first);
    fromPeer(second);

    int got = 0;
    byte[][] packets = new byte[2][];
    while (got < 2) {
      assertTrue(overlay.receive(batch, WAIT_MILLIS));
      for (int i = 0; i < batch.size(); i++) {
        assertEquals(Fate.HELD, batch.buffer(i).fate());
        assertTrue(batch.buffer(i).arrivalNanos() - before > 0);
        packets[got++] = IpPackets.bytesOf(batch.buffer(i));
      }
    }
    assertArrayEquals(first, packets[0]);
    assertArrayEquals(second, packets[1]);
  }

  @Test
  void shouldLeaveTheRestForTheNextCallWhenBatchIsFull() throws IOException {
    for (int i = 0; i < 6; i++) {
      fromPeer(new byte[] {(byte) i});
    }
    int got = 0;
    while (got < 6) {
      assertTrue(overlay.receive(batch, WAIT_MILLIS));
      assertTrue(batch.size() <= batch.capacity());
      for (int i = 0; i < batch.size(); i++) {
        assertArrayEquals(new byte[] {(byte) got++}, IpPackets.bytesOf(batch.buffer(i)));
      }
    }
  }

  @Test
  void shouldShowThatPacketWasCutWhenItIsLongerThanBuffer() throws IOException {
    fromPeer(new byte[PACKET_BYTES + 1]);
    fromPeer(new byte[60_000]);
    fromPeer(new byte[PACKET_BYTES]);

    int[] lengths = new int[3];
    for (int got = 0; got < 3; ) {
      overlay.receive(batch, WAIT_MILLIS);
      for (int i = 0; i < batch.size(); i++) {
        lengths[got++] = batch.buffer(i).length();
      }
    }
    assertArrayEquals(new int[] {PACKET_BYTES + 1, 60_000, PACKET_BYTES}, lengths);
  }

  @Test
  void shouldLetHopLimitFallByOneWhenSent() throws IOException {
    byte[] ipv4 = IpPackets.packet("10.0.1.1", "10.0.2.1", 100);
    assertEquals(Fate.SENT, fateOf(ipv4));
    byte[] received = atPeer();
    assertEquals(ipv4[IpPackets.TTL_OFFSET] - 1, received[IpPackets.TTL_OFFSET]);
    assertEquals(0xffff, headerSum(received));

    byte[] ipv6 = IpPackets.packet("2001:db8::1", "2001:db8::2", 100);
    assertEquals(Fate.SENT, fateOf(ipv6));
    ipv6[IpPackets.HOP_LIMIT_OFFSET]--;
    assertArrayEquals(ipv6, atPeer());
  }

  /** Ones' complement sum of an IPv4 header with its checksum: 0xffff when right (RFC 1071). */
  private static int headerSum(byte[] packet) {
    int sum = 0;
    for (int i = 0; i < (packet[0] & 0xf) * 4; i += 2) {
      sum += ((packet[i] & 0xff) << 8) | (packet[i + 1] & 0xff);
      sum = (sum & 0xffff) + (sum >> 16);
    }
    return sum;
  }

  @Test
  void shouldNameReasonWhenPacketCannotGoOn() {
    assertEquals(Fate.NO_ROUTE, fateOf(IpPackets.packet("10.0.1.1", "10.0.3.1", 9)));

    byte[] tired = IpPackets.packet("10.0.1.1", "10.0.2.1", 9);
    tired[IpPackets.TTL_OFFSET] = 1;
    assertEquals(Fate.HOPS_EXHAUSTED, fateOf(tired));
  }

  @Test
  void shouldRefuseWhenPacketIsLongerThanAnyDatagram() throws IOException {
    PacketBatch large = new PacketBatch(1, 65_536);
    IpPackets.put(large, IpPackets.packet("10.0.1.1", "10.0.2.1", 65_500));
    overlay.send(large);
    assertEquals(Fate.LINK_REFUSED, large.buffer(0).fate());
    assertEquals(Fate.SENT, fateOf(IpPackets.packet("10.0.1.1", "10.0.2.1", 9)));
  }

  @Test
  void shouldLeaveAloneWhatIsNotToBeForwarded() throws IOException {
    IpPackets.put(batch, IpPackets.packet("10.0.1.1", "10.0.2.1", 9));
    IpPackets.put(batch, IpPackets.packet("10.0.1.1", "10.0.2.1", 10));
    batch.buffer(0).setFate(Fate.HELD);
    overlay.send(batch);
    assertEquals(Fate.HELD, batch.buffer(0).fate());
    assertEquals(42, atPeer().length);
  }

  @Test
  void shouldGoOnWhenNobodyListensAtNextNode() throws IOException {
    InetSocketAddress gone = (InetSocketAddress) peer.getLocalSocketAddress();
    peer.close();
    for (int i = 0; i < 20; i++) {
      Fate fate = fateOf(IpPackets.packet("10.0.1.1", "10.0.2.1", 9));
      assertTrue(fate == Fate.SENT || fate == Fate.LINK_REFUSED, () -> fate.toString());
      assertTrue(overlay.receive(batch, 1));
    }
    peer = new DatagramSocket(gone);
    peer.setSoTimeout((int) WAIT_MILLIS);
    assertEquals(Fate.SENT, fateOf(IpPackets.packet("10.0.1.1", "10.0.2.1", 9)));
    assertEquals(41, atPeer().length);
    fromPeer(new byte[] {1});
    assertTrue(overlay.receive(batch, WAIT_MILLIS));
    assertEquals(1, batch.size());
  }

  @Test
  void shouldReturnEmptyWhenNothingComes() {
    assertTrue(overlay.receive(batch, 0));
    assertEquals(0, batch.size());
    assertTrue(overlay.receive(batch, 10));
    assertEquals(0, batch.size());
  }

  @Test
  void shouldReturnEarlyWhenWokenUp() {
    assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> {
          Thread waker = new Thread(overlay::wakeUp);
          waker.start();
          assertTrue(overlay.receive(batch, 600_000));
          waker.join();
        });
  }

  @Test
  void shouldEndWhenClosedByAnotherThread() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    Thread worker =
        new Thread(
            () -> {
              while (overlay.receive(batch, 600_000)) {
                // Until closed.
              }
              ended.countDown();
            });
    worker.start();
    overlay.close();
    assertTrue(ended.await(120, TimeUnit.SECONDS));
    worker.join();
    assertFalse(overlay.receive(batch, 0));
  }

  @Test
  void shouldSayInOneLineThatPortIsInUse() throws IOException {
    InetSocketAddress taken = overlay.address();
    IOException refused =
        assertThrows(
            IOException.class, () -> OverlayPacketIo.open(taken, new RouteTable(List.of())));
    assertEquals(
        "cannot listen on 127.0.0.1:" + taken.getPort() + ": the port is in use",
        refused.getMessage().replace("localhost", "127.0.0.1"));
    IOException unknown =
        assertThrows(
            IOException.class,
            () ->
                OverlayPacketIo.open(
                    InetSocketAddress.createUnresolved("nowhere.invalid", 1),
                    new RouteTable(List.of())));
    assertEquals("cannot listen on nowhere.invalid:1: unknown host", unknown.getMessage());
  }
}
