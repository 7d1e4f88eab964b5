package dev.rosa.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A name that one process at a time can hold in a network namespace: an abstract address of unix(7)
 * sockets, which is in no file system and goes with its process, however that ends. Any user can
 * hold any name; it keeps equals apart and proves nothing. One thread at a time.
 */
public final class NetworkName implements AutoCloseable {

  private static final int AF_UNIX = 1;
  private static final int MOST_BYTES = 107;
  private static final int PATH = 3;

  private static final int GIVEN_BACK = -1;

  private int descriptor;

  private NetworkName(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Takes a name in this thread's network namespace.
   *
   * @param name up to 107 ASCII characters
   * @return empty if somebody else has it
   */
  public static Optional<NetworkName> take(String name) throws IOException {
    if (name.length() > MOST_BYTES) {
      throw new IllegalArgumentException("longer than a socket's address: " + name);
    }
    LibC.require();
    int descriptor = LibC.socket(AF_UNIX, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
      throw refused(name, Errno.last());
    }
    NetworkName taken = new NetworkName(descriptor);
    return taken.bind(name) ? Optional.of(taken) : Optional.empty();
  }

  private boolean bind(String name) throws IOException {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    // An address that begins with a zero is abstract.
    OffHeap address = OffHeap.allocate(PATH + text.length);
    address.buffer().putShort(0, (short) AF_UNIX).put(PATH, text);
    if (LibC.bind(descriptor, address.address(), PATH + text.length) >= 0) {
      return true;
    }
    int errno = Errno.last();
    close();
    if (errno == Errno.EADDRINUSE) {
      return false;
    }
    throw refused(name, errno);
  }

  private static IOException refused(String name, int errno) {
    return Errno.failure("cannot take the name " + name, errno);
  }

  /** Gives it back, once. */
  @Override
  public void close() throws IOException {
    int held = descriptor;
    descriptor = GIVEN_BACK;
    if (held != GIVEN_BACK) {
      Descriptors.close(held);
    }
  }
}
