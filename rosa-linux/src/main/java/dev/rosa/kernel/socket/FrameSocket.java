package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;

/**
 * A packet socket that takes the frames of one EtherType from one interface, a few a second; see
 * packet(7). One thread at a time.
 */
public final class FrameSocket implements AutoCloseable {

  private static final int POLLFD_BYTES = 8;

  private final int descriptor;
  private final short etherType;
  private final OffHeap wanted = OffHeap.allocate(POLLFD_BYTES);

  private FrameSocket(int descriptor, short etherType) {
    this.descriptor = descriptor;
    this.etherType = etherType;
    wanted.buffer().putInt(0, descriptor).putShort(4, LibC.POLLIN);
  }

  /**
   * Opens one that takes nothing yet.
   *
   * @throws IOException if CAP_NET_RAW is missing
   */
  public static FrameSocket open(short etherType) throws IOException {
    LibC.require();
    int descriptor = LibC.socket(LibC.AF_PACKET, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
      throw Errno.failure("cannot open a packet socket", Errno.last());
    }
    return new FrameSocket(descriptor, etherType);
  }

  /** From now on takes frames of this interface. */
  public void listenOn(int interfaceIndex) throws IOException {
    if (!PacketSocket.bind(descriptor, etherType, interfaceIndex)) {
      throw Errno.failure("cannot listen on interface " + interfaceIndex, Errno.last());
    }
  }

  /** Waits for a frame, at most so long. */
  public void await(int millis) throws IOException {
    if (LibC.poll(wanted.address(), 1, millis) < 0 && Errno.last() != Errno.EINTR) {
      throw Errno.failure("cannot wait for frames", Errno.last());
    }
  }

  /**
   * Takes a frame, without its Ethernet header.
   *
   * @return its length; -1: there is none. What an interface that went down or away leaves behind
   *     as an error is none, too.
   */
  public int receive(byte[] into) throws IOException {
    int length = (int) LibC.recv(descriptor, into, into.length, LibC.MSG_DONTWAIT);
    if (length < 0 && Errno.last() == Errno.EBADF) {
      throw Errno.failure("cannot receive a frame", Errno.EBADF);
    }
    return length;
  }

  @Override
  public void close() throws IOException {
    Descriptors.close(descriptor);
  }
}
