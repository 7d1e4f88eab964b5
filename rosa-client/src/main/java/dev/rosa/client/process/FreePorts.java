package dev.rosa.client.process;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports without a listener: free for UDP and TCP when asked, held together. They lie below
 * those that systems give to outgoing connections, so that until a node takes one, no connection of
 * another program does.
 */
public final class FreePorts {

  private static final int LOWEST = 20_000;
  private static final int BEYOND = 32_000;
  private static final int MOST_TRIES = 1_000;

  private final Deque<Integer> ports = new ArrayDeque<>();

  private FreePorts() {}

  /** So many of them. */
  public static FreePorts find(int count) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    FreePorts found = new FreePorts();
    List<AutoCloseable> held = new ArrayList<>();
    try {
      for (int tries = 0; found.ports.size() < count; tries++) {
        if (tries == MOST_TRIES) {
          throw new IOException("no free ports on the loopback from " + LOWEST + " on");
        }
        int port = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND);
        if (holdsUdp(port, loopback, held) && holdsTcp(port, loopback, held)) {
          found.ports.add(port);
        }
      }
    } finally {
      held.forEach(FreePorts::release);
    }
    return found;
  }

  private static boolean holdsUdp(int port, InetAddress loopback, List<AutoCloseable> held) {
    try {
      held.add(new DatagramSocket(port, loopback));
      return true;
    } catch (IOException e) {
      return false;
    }
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

  /** The next one with its address, HOST:PORT. */
  public String next() {
    return "127.0.0.1:" + nextPort();
  }

  /** The next one. */
  public int nextPort() {
    return ports.remove();
  }
}
