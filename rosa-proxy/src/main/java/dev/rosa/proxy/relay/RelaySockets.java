package dev.rosa.proxy.relay;

import dev.rosa.kernel.socket.TransparentListener;
import dev.rosa.kernel.socket.TransparentPool;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Sockets of a relay for sessions of one IP family. To make them needs CAP_NET_ADMIN; they outlive
 * an exec of the process that has opened them. The relay closes them.
 *
 * @param listener takes clients' connections
 * @param pool sockets for the connections to servers
 */
public record RelaySockets(TransparentListener listener, TransparentPool pool) {

  private static final int BACKLOG = 512;

  /**
   * Makes them.
   *
   * @param listen an address of this machine, of the family of the sessions; port 0 takes a free
   *     one
   * @param sessions most at a time
   * @throws IOException in one line, also if the capability is missing
   */
  public static RelaySockets open(InetSocketAddress listen, int sessions) throws IOException {
    TransparentListener listener = TransparentListener.open(listen, BACKLOG);
    try {
      boolean isIpv4 = listen.getAddress() instanceof Inet4Address;
      return new RelaySockets(listener, TransparentPool.open(sessions, isIpv4));
    } catch (IOException e) {
      listener.close();
      throw e;
    }
  }

  /** The file descriptors; {@link #ofDescriptors} is the inverse. */
  public List<Integer> descriptors() {
    List<Integer> all = new ArrayList<>(List.of(listener.descriptor()));
    all.addAll(pool.descriptors());
    return all;
  }

  /** Those that an earlier process has opened. */
  public static RelaySockets ofDescriptors(List<Integer> descriptors) {
    return new RelaySockets(
        TransparentListener.ofDescriptor(descriptors.get(0)),
        TransparentPool.ofDescriptors(descriptors.subList(1, descriptors.size())));
  }

  /** The port that the relay listens on. */
  public int port() throws IOException {
    return listener.address().getPort();
  }
}
