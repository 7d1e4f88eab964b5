package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A listening TCP socket that takes connections to addresses of other machines, as nft's {@code
 * tproxy} hands them over. To make one needs CAP_NET_ADMIN. Owned by one thread, but for {@link
 * #interrupt}.
 */
public final class TransparentListener implements AutoCloseable {

  private static final int SO_REUSEADDR = 2;

  private final TransparentSocket socket;

  private TransparentListener(TransparentSocket socket) {
    this.socket = socket;
  }

  /**
   * A connection.
   *
   * @param socket its own address is the one that the peer has meant
   * @param peer address of the peer
   */
  public record Accepted(TransparentSocket socket, InetSocketAddress peer) {}

  /**
   * Listens.
   *
   * @param backlog connections that wait
   * @throws IOException in one line, also if the capability is missing
   */
  public static TransparentListener open(InetSocketAddress address, int backlog)
      throws IOException {
    TransparentSocket socket = TransparentSocket.open(TransparentSocket.isIpv4(address));
    try {
      socket.set(LibC.SOL_SOCKET, SO_REUSEADDR);
      socket.bind(address);
      Errno.check(LibC.listen(socket.descriptor(), backlog), "cannot listen");
      return new TransparentListener(socket);
    } catch (IOException e) {
      socket.close();
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
  }

  /** One that an earlier process has opened. */
  public static TransparentListener ofDescriptor(int descriptor) {
    return new TransparentListener(new TransparentSocket(descriptor));
  }

  /** Its file descriptor. */
  public int descriptor() {
    return socket.descriptor();
  }

  /** The address that it listens on, with the port it got. */
  public InetSocketAddress address() throws IOException {
    return socket.local();
  }

  /** Takes a connection; empty if none comes within so many milliseconds. */
  public Optional<Accepted> accept(int millis) throws IOException {
    if (!socket.awaitReadable(millis)) {
      return Optional.empty();
    }
    byte[] peer = SocketAddresses.room();
    int flags = LibC.SOCK_CLOEXEC | LibC.SOCK_NONBLOCK;
    int accepted = LibC.accept4(socket.descriptor(), peer, new int[] {peer.length}, flags);
    if (accepted >= 0) {
      return Optional.of(new Accepted(new TransparentSocket(accepted), SocketAddresses.read(peer)));
    }
    int error = Errno.last();
    boolean isGone = error == Errno.EAGAIN || error == Errno.EINTR || error == Errno.ECONNABORTED;
    if (isGone) {
      return Optional.empty();
    }
    throw Errno.failure("cannot take a connection", error);
  }

  /** Ends any wait of the owner. From any thread. */
  public void interrupt() {
    socket.interrupt();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
