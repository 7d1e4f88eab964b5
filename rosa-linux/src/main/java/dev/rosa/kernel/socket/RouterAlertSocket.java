package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A UDP socket to one peer whose datagrams carry Router Alert and are never fragmented (PROTOCOL
 * §1; ip(7), ipv6(7)). Any process may set IPv4's option; IPv6's hop-by-hop options always need
 * CAP_NET_RAW. One thread at a time.
 */
public final class RouterAlertSocket implements AutoCloseable {

  /** RFC 2113. */
  private static final String ALERT_V4 = "94040000";

  /** The next header is the kernel's to fill in; RFC 2711, value 2, and two bytes of PadN. */
  private static final String ALERT_V6 = "0000050200020100";

  private static final int MAX_BYTES = 65_535;

  /**
   * An error may be what became of an earlier datagram: then this one was not tried yet. Anybody
   * can send the ICMP messages that report such things.
   */
  private static final int ATTEMPTS = 4;

  /** IP_PMTUDISC_DO: always DF, and datagrams that do not fit are refused. */
  private static final byte[] NEVER_FRAGMENT = SocketAddresses.nativeInt(2);

  /** The numbers that one family has for the same things. */
  private enum Family {
    V4(LibC.AF_INET, LibC.IPPROTO_IP, 4, ALERT_V4, 10, 14),
    V6(LibC.AF_INET6, LibC.IPPROTO_IPV6, 54, ALERT_V6, 23, 24);

    private final int number;
    private final int level;
    private final int options;
    private final String alert;
    private final int discover;
    private final int mtu;

    Family(int number, int level, int options, String alert, int discover, int mtu) {
      this.number = number;
      this.level = level;
      this.options = options;
      this.alert = alert;
      this.discover = discover;
      this.mtu = mtu;
    }
  }

  private final int descriptor;
  private final Family family;
  private final InetSocketAddress peer;
  private final OffHeap memory = OffHeap.allocate(MAX_BYTES);
  private boolean closed;

  private RouterAlertSocket(int descriptor, Family family, InetSocketAddress peer) {
    this.descriptor = descriptor;
    this.family = family;
    this.peer = peer;
  }

  /**
   * A socket from an address of this machine, any port, to a peer of the same family.
   *
   * @throws IOException in one line: not an address of this machine, no route, or no CAP_NET_RAW
   */
  public static RouterAlertSocket open(InetAddress source, InetSocketAddress peer)
      throws IOException {
    Family family = source instanceof Inet4Address ? Family.V4 : Family.V6;
    RouterAlertSocket socket = new RouterAlertSocket(descriptor(family, source), family, peer);
    try {
      socket.prepare(source);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static int descriptor(Family family, InetAddress source) throws IOException {
    LibC.require();
    int descriptor = LibC.socket(family.number, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
    return Errno.check(descriptor, "cannot send from " + source.getHostAddress());
  }

  private void prepare(InetAddress source) throws IOException {
    String sending = "cannot send from " + source.getHostAddress();
    // Before connect: setting options makes IPv6 forget the route, and the path MTU with it.
    if (!set(family.options, HexFormat.of().parseHex(family.alert))
        || !set(family.discover, NEVER_FRAGMENT)) {
      throw Errno.last() == Errno.EPERM
          ? new IOException(
              sending + ": Linux lets only processes with CAP_NET_RAW set IPv6's Router Alert")
          : Errno.failure(sending + " with Router Alert", Errno.last());
    }
    byte[] from = SocketAddresses.of(new InetSocketAddress(source, 0));
    byte[] to = SocketAddresses.of(peer);
    if (LibC.bind(descriptor, from, from.length) < 0
        || LibC.connect(descriptor, to, to.length) < 0) {
      throw Errno.last() == Errno.EADDRNOTAVAIL
          ? new IOException(sending + ": this machine does not have that address")
          : Errno.failure(sending + " to " + peer.getAddress().getHostAddress(), Errno.last());
    }
  }

  private boolean set(int name, byte[] value) {
    return LibC.setsockopt(descriptor, family.level, name, value, value.length) >= 0;
  }

  /** The most bytes an IP packet to the peer may have, as far as is known by now. */
  public int pathMtu() throws IOException {
    byte[] mtu = new byte[Integer.BYTES];
    Errno.check(
        LibC.getsockopt(descriptor, family.level, family.mtu, mtu, new int[] {mtu.length}),
        "the path MTU to " + peer.getAddress().getHostAddress() + " is not known");
    return Math.min(SocketAddresses.nativeInt(mtu), MAX_BYTES);
  }

  /**
   * Sends what is between position and limit as one datagram.
   *
   * @return false if it does not fit the path; {@link #pathMtu} says what would
   * @throws IOException if the peer's host reported a closed port, or the system does not take it
   */
  public boolean send(ByteBuffer datagram) throws IOException {
    int bytes = datagram.remaining();
    if (bytes > MAX_BYTES) {
      return false;
    }
    memory.buffer().clear().put(datagram);
    boolean isClosed = false;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      int error = transmit(bytes);
      if (error == 0) {
        break;
      } else if (attempt == ATTEMPTS && error == Errno.EMSGSIZE) {
        return false;
      } else if (attempt == ATTEMPTS && error != Errno.ECONNREFUSED) {
        throw Errno.failure("cannot send to " + peer.getAddress().getHostAddress(), error);
      }
      isClosed |= error == Errno.ECONNREFUSED;
    }
    if (isClosed) {
      throw new IOException("no program listens at " + peer.getAddress().getHostAddress());
    }
    return true;
  }

  /** The error's number, 0 if it was sent. */
  private int transmit(int bytes) {
    return LibC.write(descriptor, memory.address(), bytes) < 0 ? Errno.last() : 0;
  }

  @Override
  public void close() {
    if (closed) {
      // Its number may belong to another file by now.
      return;
    }
    closed = true;
    if (LibC.close(descriptor) < 0) {
      throw new IllegalStateException("a socket was closed by other code");
    }
  }
}
