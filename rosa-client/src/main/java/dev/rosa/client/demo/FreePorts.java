package dev.rosa.client.demo;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Loopback ports that nobody listens on: free for UDP and TCP when asked, held together. */
final class FreePorts {

  private final Deque<Integer> ports = new ArrayDeque<>();

  private FreePorts() {}

  static FreePorts find(int count) throws DemoException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    FreePorts found = new FreePorts();
    List<AutoCloseable> held = new ArrayList<>();
    try {
      while (found.ports.size() < count) {
        DatagramSocket udp = new DatagramSocket(0, loopback);
        held.add(udp);
        // A port that only UDP has free is no loss: the next one will do.
        if (holdsTcp(udp.getLocalPort(), loopback, held)) {
          found.ports.add(udp.getLocalPort());
        }
      }
    } catch (IOException e) {
      throw new DemoException("no free port on the loopback: " + e.getMessage(), e);
    } finally {
      held.forEach(FreePorts::release);
    }
    return found;
  }

  private static boolean holdsTcp(int port, InetAddress loopback, List<AutoCloseable> held) {
    try {
      held.add(new ServerSocket(port, 1, loopback));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void release(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException("a socket that was never used cannot be closed", e);
    }
  }

  String next() {
    return "127.0.0.1:" + ports.remove();
  }
}
