package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * A TCP socket that may have the address of another machine (ip(7), IP_TRANSPARENT). To make one
 * needs CAP_NET_ADMIN; to use it needs nothing. It never blocks but in the waits that say so. Owned
 * by one thread, but for {@link #interrupt}.
 */
public final class TransparentSocket implements AutoCloseable {

  /** Answer of {@link #read} if nothing has come. */
  public static final int NOTHING = 0;

  /** Answer of {@link #read} if the peer has ended. */
  public static final int END = -1;

  private static final int IP_TRANSPARENT = 19;
  private static final int IPV6_TRANSPARENT = 75;
  private static final int SO_ERROR = 4;
  private static final int SO_KEEPALIVE = 9;
  private static final int SHUT_WR = 1;
  private static final int SHUT_RDWR = 2;
  private static final int AF_UNSPEC_BYTES = 16;
  private static final int POLLED_BYTES = 8;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final int descriptor;
  private final OffHeap polled = OffHeap.allocate(2 * POLLED_BYTES);
  private boolean closed;

  TransparentSocket(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Makes a socket without an address.
   *
   * @throws IOException in one line, also if the capability is missing
   */
  public static TransparentSocket open(boolean ipv4) throws IOException {
    LibC.require();
    int type = LibC.SOCK_STREAM | LibC.SOCK_CLOEXEC | LibC.SOCK_NONBLOCK;
    int descriptor =
        Errno.check(
            LibC.socket(ipv4 ? LibC.AF_INET : LibC.AF_INET6, type, 0), "cannot make a socket");
    TransparentSocket socket = new TransparentSocket(descriptor);
    try {
      if (ipv4) {
        socket.set(LibC.IPPROTO_IP, IP_TRANSPARENT);
      } else {
        socket.set(LibC.IPPROTO_IPV6, IPV6_TRANSPARENT);
      }
      socket.set(LibC.SOL_SOCKET, SO_KEEPALIVE);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  void set(int level, int name) throws IOException {
    byte[] one = SocketAddresses.nativeInt(1);
    Errno.check(
        LibC.setsockopt(descriptor, level, name, one, one.length),
        "cannot set an option of a socket (CAP_NET_ADMIN?)");
  }

  void bind(InetSocketAddress address) throws IOException {
    byte[] bytes = SocketAddresses.of(address);
    if (LibC.bind(descriptor, bytes, bytes.length) < 0) {
      boolean inUse = Errno.last() == Errno.EADDRINUSE;
      throw new IOException(inUse ? "the port is in use" : Errno.sentence(Errno.last()));
    }
  }

  int descriptor() {
    return descriptor;
  }

  /**
   * Connects from an address, of this machine or not, at a free port.
   *
   * @throws IOException in one line, also after so many milliseconds
   */
  public void connect(InetSocketAddress from, InetSocketAddress to, int millis) throws IOException {
    bind(from);
    byte[] bytes = SocketAddresses.of(to);
    if (LibC.connect(descriptor, bytes, bytes.length) >= 0) {
      return;
    }
    if (Errno.last() != Errno.EINPROGRESS) {
      throw Errno.failure("cannot connect", Errno.last());
    }
    if (!await(null, LibC.POLLOUT, millis)) {
      throw new IOException("cannot connect: no answer");
    }
    int error = error();
    if (error != 0) {
      throw Errno.failure("cannot connect", error);
    }
  }

  private int error() throws IOException {
    byte[] value = new byte[Integer.BYTES];
    Errno.check(
        LibC.getsockopt(descriptor, LibC.SOL_SOCKET, SO_ERROR, value, new int[] {Integer.BYTES}),
        "cannot read a socket's error");
    return SocketAddresses.nativeInt(value);
  }

  /** Its own address: of an accepted socket the one that the peer has connected to. */
  public InetSocketAddress local() throws IOException {
    byte[] address = SocketAddresses.room();
    Errno.check(
        LibC.getsockname(descriptor, address, new int[] {address.length}),
        "cannot read a socket's address");
    return SocketAddresses.read(address);
  }

  /** Waits until this socket, or another one, can be read; false: not in that time. */
  public static boolean awaitReadable(TransparentSocket one, TransparentSocket other, int millis)
      throws IOException {
    return one.await(other, LibC.POLLIN, millis);
  }

  /** True if the time is not over. */
  private boolean await(TransparentSocket other, short events, int millis) throws IOException {
    polled.buffer().putInt(0, descriptor).putShort(Integer.BYTES, events);
    if (other != null) {
      polled.buffer().putInt(POLLED_BYTES, other.descriptor);
      polled.buffer().putShort(POLLED_BYTES + Integer.BYTES, events);
    }
    int ready = LibC.poll(polled.address(), other == null ? 1 : 2, millis);
    if (ready < 0 && Errno.last() != Errno.EINTR) {
      throw Errno.failure("cannot wait for a socket", Errno.last());
    }
    return ready > 0;
  }

  /** Waits until this socket can be read; false: not in that time. */
  public boolean awaitReadable(int millis) throws IOException {
    return await(null, LibC.POLLIN, millis);
  }

  /** Waits until this socket can be written; false: not in that time. */
  boolean awaitWritable(int millis) throws IOException {
    return await(null, LibC.POLLOUT, millis);
  }

  /**
   * Takes what has come.
   *
   * @return bytes, {@link #NOTHING} or {@link #END}
   * @throws IOException if the peer has broken the connection off
   */
  public int read(byte[] into) throws IOException {
    long count = LibC.recv(descriptor, into, into.length, LibC.MSG_DONTWAIT);
    if (count > 0) {
      return (int) count;
    }
    if (count == 0) {
      return END;
    }
    int error = Errno.last();
    if (error == Errno.EAGAIN || error == Errno.EINTR) {
      return NOTHING;
    }
    throw Errno.failure("cannot read a socket", error);
  }

  /** Writes all bytes; waits for the peer to take them, for so many milliseconds at most. */
  public void write(byte[] bytes, int millis) throws IOException {
    long end = System.nanoTime() + millis * NANOS_PER_MILLI;
    byte[] rest = bytes;
    while (rest.length > 0) {
      long count = LibC.send(descriptor, rest, rest.length, LibC.MSG_NOSIGNAL);
      if (count > 0) {
        rest = Arrays.copyOfRange(rest, (int) count, rest.length);
      } else if (Errno.last() != Errno.EAGAIN && Errno.last() != Errno.EINTR) {
        throw Errno.failure("cannot write to a socket", Errno.last());
      } else {
        long left = (end - System.nanoTime()) / NANOS_PER_MILLI;
        if (left <= 0 || !await(null, LibC.POLLOUT, (int) left)) {
          throw new IOException("the peer takes no bytes");
        }
      }
    }
  }

  /** Tells the peer that no more bytes come. */
  public void shutdownOutput() {
    int unused = LibC.shutdown(descriptor, SHUT_WR);
  }

  /**
   * Ends both directions, and so any wait of the owner. From any thread, before the owner closes.
   */
  public void interrupt() {
    int unused = LibC.shutdown(descriptor, SHUT_RDWR);
  }

  /** Breaks the connection off: the peer gets a reset, and not what was not sent yet. */
  public void reset() {
    boolean unused = disconnect();
  }

  /** Forgets the connection and both addresses: it can connect again. False if it cannot. */
  boolean disconnect() {
    // The address family "unspecified" is zero, as the rest.
    return LibC.connect(descriptor, new byte[AF_UNSPEC_BYTES], AF_UNSPEC_BYTES) >= 0;
  }

  static boolean isIpv4(InetSocketAddress address) {
    return address.getAddress() instanceof Inet4Address;
  }

  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      Descriptors.close(descriptor);
    }
  }
}
