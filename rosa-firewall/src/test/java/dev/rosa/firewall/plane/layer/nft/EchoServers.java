package dev.rosa.firewall.plane.layer.nft;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Servers that send back what they get: UDP and TCP, port 7, IPv4 and IPv6. */
final class EchoServers {

  static final int PORT = 7;

  private final AtomicInteger connections = new AtomicInteger();

  private EchoServers() {}

  static EchoServers start() throws IOException {
    EchoServers servers = new EchoServers();
    DatagramSocket udp = new DatagramSocket(PORT);
    ServerSocket tcp = new ServerSocket(PORT);
    run(() -> echo(udp));
    run(() -> servers.accept(tcp));
    return servers;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void run(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // The connection has ended.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** TCP connections that are open. */
  int connections() {
    return connections.get();
  }

  private static void echo(DatagramSocket udp) throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[2_000], 2_000);
    while (true) {
      packet.setLength(2_000);
      udp.receive(packet);
      udp.send(packet);
    }
  }

  private void accept(ServerSocket tcp) throws IOException {
    while (true) {
      Socket socket = tcp.accept();
      connections.incrementAndGet();
      run(() -> echo(socket));
    }
  }

  private void echo(Socket socket) throws IOException {
    try (socket) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } finally {
      connections.decrementAndGet();
    }
  }
}
