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

  private final Deque<TransparentSocket> free = new ArrayDeque<>();
  private boolean closed;

  private TransparentPool() {}

  /**
   * Makes the sockets, of one family.
   *
   * @throws IOException in one line, also if the capability is missing
   */
  public static TransparentPool open(int count, boolean ipv4) throws IOException {
    TransparentPool pool = new TransparentPool();
    try {
      for (int i = 0; i < count; i++) {
        pool.free.add(TransparentSocket.open(ipv4));
      }
      return pool;
    } catch (IOException e) {
      pool.close();
      throw e;
    }
  }

  /** Sockets that an earlier process has opened. */
  public static TransparentPool ofDescriptors(List<Integer> descriptors) {
    TransparentPool pool = new TransparentPool();
    descriptors.forEach(descriptor -> pool.free.add(new TransparentSocket(descriptor)));
    return pool;
  }

  /** The file descriptors of those that are free. */
  public synchronized List<Integer> descriptors() {
    return free.stream().map(TransparentSocket::descriptor).toList();
  }

  /** A socket; empty if all are in use. */
  public synchronized Optional<TransparentSocket> take() {
    return Optional.ofNullable(free.poll());
  }

  /** Takes a socket back, from the thread that has used it. */
  public void giveBack(TransparentSocket socket) throws IOException {
    if (!socket.disconnect() || !put(socket)) {
      socket.close();
    }
  }

  private synchronized boolean put(TransparentSocket socket) {
    return !closed && free.add(socket);
  }

  /** Closes the sockets that are not in use; the others as they come back. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    for (TransparentSocket socket : free) {
      socket.close();
    }
    free.clear();
  }
}
