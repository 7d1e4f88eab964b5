package dev.rosa.endtoend;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Addresses of a lab's listeners, HOST:PORT each: ports that were free for UDP and TCP when asked.
 */
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

  /**
   * Below the ports that the system assigns: no other process gets them between asking and binding.
   * Each JVM has 64 of its own.
   */
  private static final AtomicInteger NEXT =
      new AtomicInteger(10_000 + (int) (ProcessHandle.current().pid() * 64 % 20_000));

  private static Deque<String> freePorts(int count) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Deque<String> found = new ArrayDeque<>();
    while (found.size() < count) {
      int port = NEXT.getAndIncrement();
      if (isFreeForUdp(port, loopback) && isFreeForTcp(port, loopback)) {
        found.add("127.0.0.1:" + port);
      }
    }
    return found;
  }

  private static boolean isFreeForUdp(int port, InetAddress loopback) {
    try (DatagramSocket probe = new DatagramSocket(port, loopback)) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
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
