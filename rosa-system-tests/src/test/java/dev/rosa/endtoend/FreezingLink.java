package dev.rosa.endtoend;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * TCP link to a server that goes silent when a test says so: connections stay open, and no byte
 * passes any more, as after a peer that has vanished without a word. Later connections pass. Owns
 * its threads. Thread-safe.
 */
final class FreezingLink implements AutoCloseable {

  private static final int BUFFER_BYTES = 16_384;

  private final HostPort server;
  private final ServerSocket listening;
  private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile int frozen;

  private FreezingLink(HostPort server, ServerSocket listening) {
    this.server = server;
    this.listening = listening;
  }

  /** Opens a link from an address of the loopback to a server. */
  static FreezingLink open(HostPort server) throws IOException {
    ServerSocket listening = new ServerSocket();
    listening.bind(HostPort.parse(LabAddresses.one()).toSocketAddress());
    FreezingLink link = new FreezingLink(server, listening);
    start(link::accept);
    return link;
  }

  /** An end of a thread is the end of a connection. */
  private interface Loop {
    void run() throws IOException;
  }

  private static void start(Loop loop) {
    Thread thread =
        new Thread(
            () -> {
              try {
                loop.run();
              } catch (IOException e) {
                // Closed by one of its ends.
                Thread.currentThread().interrupt();
              }
            },
            "link");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (!listening.isClosed()) {
      Socket client = listening.accept();
      sockets.add(client);
      int number = accepted.incrementAndGet();
      Socket onwards = new Socket();
      sockets.add(onwards);
      try {
        onwards.connect(server.toSocketAddress());
      } catch (IOException e) {
        client.close();
        continue;
      }
      start(() -> pass(number, client, onwards));
      start(() -> pass(number, onwards, client));
    }
  }

  private void pass(int number, Socket from, Socket to) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (number <= frozen) {
          return;
        }
        out.write(buffer, 0, count);
      }
    } finally {
      if (number > frozen) {
        from.close();
        to.close();
      }
    }
  }

  /** Address in place of the server's. */
  HostPort address() {
    InetSocketAddress local = (InetSocketAddress) listening.getLocalSocketAddress();
    return new HostPort(local.getHostString(), local.getPort());
  }

  /** Lets all connections that there are go silent. */
  void freeze() {
    frozen = accepted.get();
  }

  /** True if there was a connection after those that are silent. */
  boolean isConnectedAnew() {
    return accepted.get() > frozen;
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(sockets);
    all.add(listening);
    for (AutoCloseable each : all) {
      try {
        each.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
