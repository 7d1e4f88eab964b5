package dev.rosa.bench.cold;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;

/**
 * Both neighbours of a router on one socket: it sends a packet in and waits for it to come out. Its
 * own path is warmed on an echo before anything is measured. Owned by one thread.
 */
final class PacketProbe implements AutoCloseable {

  private static final int LOST_MILLIS = 20_000;
  private static final int LONGEST = 9_000;

  private final DatagramSocket socket;
  private final InetSocketAddress router;
  private final DatagramPacket received = new DatagramPacket(new byte[LONGEST], LONGEST);

  private PacketProbe(DatagramSocket socket, InetSocketAddress router) {
    this.socket = socket;
    this.router = router;
  }

  /**
   * A probe.
   *
   * @param overlayPort where the router's overlay link ends, on the loopback
   */
  static PacketProbe open(int overlayPort) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    DatagramSocket socket = new DatagramSocket(0, loopback);
    socket.setSoTimeout(LOST_MILLIS);
    return new PacketProbe(socket, new InetSocketAddress(loopback, overlayPort));
  }

  /** Port that the router's packets must go to. */
  int port() {
    return socket.getLocalPort();
  }

  /** Time of a packet through the router, in nanoseconds. */
  long nanosThrough(byte[] packet) throws IOException {
    return nanosThrough(packet, router);
  }

  private long nanosThrough(byte[] packet, InetSocketAddress to) throws IOException {
    DatagramPacket sent = new DatagramPacket(packet, packet.length, to);
    long began = System.nanoTime();
    socket.send(sent);
    try {
      socket.receive(received);
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "a packet did not come out of the router within " + LOST_MILLIS / 1_000 + " s", e);
    }
    return System.nanoTime() - began;
  }

  /** Lets so many packets go to an echo and back. */
  void warm(byte[] packet, int packets) throws IOException {
    try (DatagramSocket echo = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> echo(echo), "echo");
      thread.setDaemon(true);
      thread.start();
      InetSocketAddress to = new InetSocketAddress(echo.getLocalAddress(), echo.getLocalPort());
      for (int i = 0; i < packets; i++) {
        nanosThrough(packet, to);
      }
    }
  }

  private static void echo(DatagramSocket socket) {
    DatagramPacket packet = new DatagramPacket(new byte[LONGEST], LONGEST);
    try {
      while (true) {
        packet.setLength(LONGEST);
        socket.receive(packet);
        socket.send(packet);
      }
    } catch (IOException e) {
      // Closed: there is nothing more to echo.
    }
  }

  @Override
  public void close() {
    socket.close();
  }
}
