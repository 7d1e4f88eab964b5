package dev.rosa.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.ByteOrder;

/**
 * A packet socket that takes the frames of one EtherType from one interface, a few a second; see
 * packet(7). One thread at a time.
 */
public final class FrameSocket implements AutoCloseable {

  private static final int AF_PACKET = 17;
  private static final int SOCK_DGRAM = 2;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int ADDRESS_BYTES = 20;
  private static final int POLLFD_BYTES = 8;
  private static final short POLLIN = 1;

  private final int descriptor;
  private final short etherType;

  private FrameSocket(int descriptor, short etherType) {
    this.descriptor = descriptor;
    this.etherType = etherType;
  }

  /**
   * Opens one that takes nothing yet.
   *
   * @throws IOException if CAP_NET_RAW is missing
   */
  public static FrameSocket open(short etherType) throws IOException {
    try {
      int descriptor = LinkCalls.C.socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
      return new FrameSocket(descriptor, etherType);
    } catch (LastErrorException e) {
      throw CallFailure.refused("cannot open a packet socket", e);
    }
  }

  /** From now on takes frames of this interface. */
  public void listenOn(int interfaceIndex) throws IOException {
    try (Memory address = new Memory(ADDRESS_BYTES)) {
      address.clear();
      address.setShort(0, (short) AF_PACKET);
      address.setShort(2, inNetworkOrder(etherType));
      address.setInt(4, interfaceIndex);
      LinkCalls.C.bind(descriptor, address, ADDRESS_BYTES);
    } catch (LastErrorException e) {
      throw CallFailure.refused("cannot listen on interface " + interfaceIndex, e);
    }
  }

  private static short inNetworkOrder(short value) {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? value : Short.reverseBytes(value);
  }

  /** Waits for a frame, at most so long. */
  public void await(int millis) throws IOException {
    try (Memory wanted = new Memory(POLLFD_BYTES)) {
      wanted.setInt(0, descriptor);
      wanted.setShort(4, POLLIN);
      wanted.setShort(6, (short) 0);
      LinkCalls.C.poll(wanted, new NativeLong(1), millis);
    } catch (LastErrorException e) {
      if (e.getErrorCode() != CallFailure.EINTR) {
        throw CallFailure.refused("cannot wait for frames", e);
      }
    }
  }

  /**
   * Takes a frame, without its Ethernet header.
   *
   * @return its length; -1: there is none. What an interface that went down or away leaves behind
   *     as an error is none, too.
   */
  public int receive(byte[] into) throws IOException {
    try {
      NativeLong length = new NativeLong(into.length);
      return LinkCalls.C.recv(descriptor, into, length, MSG_DONTWAIT).intValue();
    } catch (LastErrorException e) {
      if (e.getErrorCode() != CallFailure.EBADF) {
        return -1;
      }
      throw CallFailure.refused("cannot receive a frame", e);
    }
  }

  @Override
  public void close() throws IOException {
    Descriptors.close(descriptor);
  }
}
