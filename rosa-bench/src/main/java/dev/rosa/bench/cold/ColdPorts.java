package dev.rosa.bench.cold;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Loopback ports for one domain, free for UDP and TCP when they were found.
 *
 * @param authorizationServer where the AS listens
 * @param codeServer where the Code Server listens
 * @param status where the router shows its status
 * @param overlay where the router's overlay link ends
 */
record ColdPorts(int authorizationServer, int codeServer, int status, int overlay) {

  private static final int MOST_TRIES = 100;

  static ColdPorts find() throws IOException {
    return new ColdPorts(free(), free(), free(), free());
  }

  private static int free() throws IOException {
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
