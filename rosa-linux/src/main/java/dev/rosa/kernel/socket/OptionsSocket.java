package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A UDP socket that tells which IP options each datagram came with (ip(7), ipv6(7)). Needs no
 * privilege. Receiving allocates nothing. Owned by one thread, but for {@link #wakeUp}.
 */
public final class OptionsSocket implements AutoCloseable {

  private static final int SO_RCVBUF = 8;

  /** {@code struct pollfd}. */
  private static final int POLLED_BYTES = 8;

  private final int descriptor;
  private final ReceivedMessage message;
  private final WakeUpSignal signal;
  private final OffHeap polled = OffHeap.allocate(2 * POLLED_BYTES);
  private boolean closed;

  private OptionsSocket(int descriptor, boolean ipv4, WakeUpSignal signal) {
    this.descriptor = descriptor;
    this.signal = signal;
    this.message = new ReceivedMessage(ipv4);
    polled.buffer().putInt(0, descriptor).putShort(Integer.BYTES, LibC.POLLIN);
    polled.buffer().putInt(POLLED_BYTES, signal.descriptor());
    polled.buffer().putShort(POLLED_BYTES + Integer.BYTES, LibC.POLLIN);
  }

  /**
   * A socket at an address of this machine.
   *
   * @param bufferBytes what may wait in the kernel, as far as the system gives it
   * @throws IOException that says why not: the port is in use, or Linux's words
   */
  public static OptionsSocket listen(InetSocketAddress address, int bufferBytes)
      throws IOException {
    WakeUpSignal signal = WakeUpSignal.open();
    boolean ipv4 = address.getAddress() instanceof Inet4Address;
    int family = ipv4 ? LibC.AF_INET : LibC.AF_INET6;
    int descriptor = LibC.socket(family, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
      int error = Errno.last();
      signal.close();
      throw new IOException(Errno.sentence(error));
    }
    OptionsSocket socket = new OptionsSocket(descriptor, ipv4, signal);
    try {
      socket.prepare(address, bufferBytes);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Asks for the options before anything can come in. */
  private void prepare(InetSocketAddress address, int bufferBytes) throws IOException {
    set(LibC.SOL_SOCKET, SO_RCVBUF, bufferBytes);
    for (int option : message.wanted()) {
      set(message.level(), option, 1);
    }
    byte[] to = SocketAddresses.of(address);
    if (LibC.bind(descriptor, to, to.length) < 0) {
      boolean inUse = Errno.last() == Errno.EADDRINUSE;
      throw new IOException(inUse ? "the port is in use" : Errno.sentence(Errno.last()));
    }
  }

  private void set(int level, int name, int value) throws IOException {
    byte[] number = SocketAddresses.nativeInt(value);
    if (LibC.setsockopt(descriptor, level, name, number, number.length) < 0) {
      throw new IOException(Errno.sentence(Errno.last()));
    }
  }

  /** Waits for a datagram or {@link #wakeUp}, at most so long. */
  public void await(int millis) throws IOException {
    int ready = LibC.poll(polled.address(), 2, millis);
    if (ready < 0 && Errno.last() != Errno.EINTR) {
      throw Errno.failure("cannot wait for datagrams", Errno.last());
    }
    signal.clear();
  }

  /** Ends the wait of the owner, or its next one. From any thread. */
  public void wakeUp() {
    signal.raise();
  }

  /**
   * Takes a datagram if there is one.
   *
   * @return whether {@link #datagram}, {@link #sender} and {@link #options} are now of a new one
   */
  public boolean receive() throws IOException {
    long length = LibC.recvmsg(descriptor, message.ready(), LibC.MSG_DONTWAIT);
    int error = length < 0 ? Errno.last() : 0;
    if (error != 0 && error != Errno.EAGAIN && error != Errno.EINTR) {
      throw Errno.failure("cannot receive a datagram", error);
    }
    if (error == 0) {
      message.take((int) length);
    }
    return error == 0;
  }

  /** The UDP payload, from 0 to the limit; valid until the next one. */
  public ByteBuffer datagram() {
    return message.datagram();
  }

  /** The address that it came from, 4 or 16 bytes. */
  public ByteBuffer sender() {
    return message.sender();
  }

  /**
   * The bytes between IP header and UDP, from 0 to the limit. In IPv4 the options; in IPv6 the
   * extension headers, of which the first is the hop-by-hop header: without that one there are
   * none. None, too, if there was more than any active packet has.
   */
  public ByteBuffer options() {
    return message.options();
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      signal.close();
      Descriptors.close(descriptor);
    }
  }
}
