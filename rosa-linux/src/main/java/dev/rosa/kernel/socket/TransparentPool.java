package dev.rosa.kernel.socket;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Sockets that were made while this process had CAP_NET_ADMIN, to connect from addresses of others
 * after it has given the capability up. One that is given back forgets its connection, and serves
 * again. Thread-safe.
 */
public final class TransparentPool implements AutoCloseable {

  private final Deque<TransparentSocket> ipv4 = new ArrayDeque<>();
  private final Deque<TransparentSocket> ipv6 = new ArrayDeque<>();
  private boolean closed;

  private TransparentPool() {}

  /**
   * Makes the sockets.
   *
   * @param count of each family
   * @param withIpv6 false where the kernel has no IPv6
   * @throws IOException in one line, also if the capability is missing
   */
  public static TransparentPool open(int count, boolean withIpv6) throws IOException {
    TransparentPool pool = new TransparentPool();
    try {
      for (int i = 0; i < count; i++) {
        pool.ipv4.add(TransparentSocket.open(true));
        if (withIpv6) {
          pool.ipv6.add(TransparentSocket.open(false));
        }
      }
      return pool;
    } catch (IOException e) {
      pool.close();
      throw e;
    }
  }

  /** A socket; empty if all are in use. */
  public synchronized Optional<TransparentSocket> take(boolean isIpv4) {
    return Optional.ofNullable((isIpv4 ? ipv4 : ipv6).poll());
  }

  /** Takes a socket back, from the thread that has used it. */
  public void giveBack(TransparentSocket socket, boolean isIpv4) throws IOException {
    if (!socket.disconnect() || !put(socket, isIpv4)) {
      socket.close();
    }
  }

  private synchronized boolean put(TransparentSocket socket, boolean isIpv4) {
    return !closed && (isIpv4 ? ipv4 : ipv6).add(socket);
  }

  /** Closes the sockets that are not in use; the others as they come back. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    for (Deque<TransparentSocket> family : List.of(ipv4, ipv6)) {
      for (TransparentSocket socket : family) {
        socket.close();
      }
      family.clear();
    }
  }
}
