package dev.rosa.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Who listens where, HOST:PORT each: ports that were free for UDP and TCP when asked. */
record LabAddresses(
    String authorizationServer,
    String codeServer,
    String overlay1,
    String overlay2,
    String status1,
    String status2) {

  static LabAddresses free() {
    Deque<String> free = freePorts(6);
    return new LabAddresses(free.pop(), free.pop(), free.pop(), free.pop(), free.pop(), free.pop());
  }

  /** One more address. */
  static String one() {
    return freePorts(1).pop();
  }

  private static Deque<String> freePorts(int count) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Deque<String> found = new ArrayDeque<>();
    List<DatagramSocket> held = new ArrayList<>();
    try {
      while (found.size() < count) {
        DatagramSocket udp = new DatagramSocket(0, loopback);
        held.add(udp);
        if (isFreeForTcp(udp.getLocalPort(), loopback)) {
          found.add("127.0.0.1:" + udp.getLocalPort());
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      held.forEach(DatagramSocket::close);
    }
  }

  private static boolean isFreeForTcp(int port, InetAddress loopback) {
    try (ServerSocket probe = new ServerSocket(port, 1, loopback)) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
