package dev.rosa.bench.domain;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Free ports of the loopback. Stateless. */
public final class FreePort {

  private static final int MOST_TRIES = 100;

  private FreePort() {}

  /** One that was free for UDP and TCP when it was found. */
  public static int find() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try (ServerSocket tcp = new ServerSocket(0, 1, loopback);
          DatagramSocket udp = new DatagramSocket(tcp.getLocalPort(), loopback)) {
        return udp.getLocalPort();
      } catch (IOException e) {
        // Taken for UDP: another one.
      }
    }
    throw new IOException("no free port on the loopback");
  }
}
