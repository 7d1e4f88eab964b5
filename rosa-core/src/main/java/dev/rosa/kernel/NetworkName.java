package dev.rosa.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
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
  private static final int SOCK_DGRAM = 2;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int MOST_BYTES = 107;
  private static final int PATH = 3;

  private final int descriptor;

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
    try {
      NetworkName taken =
          new NetworkName(LinkCalls.C.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
      return taken.bind(name) ? Optional.of(taken) : Optional.empty();
    } catch (LastErrorException e) {
      throw CallFailure.refused("cannot take the name " + name, e);
    }
  }

  private boolean bind(String name) throws IOException {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    try (Memory address = new Memory(PATH + text.length)) {
      address.setShort(0, (short) AF_UNIX);
      // An address that begins with a zero is abstract.
      address.setByte(2, (byte) 0);
      address.write(PATH, text, 0, text.length);
      LinkCalls.C.bind(descriptor, address, PATH + text.length);
      return true;
    } catch (LastErrorException e) {
      close();
      if (e.getErrorCode() == CallFailure.EADDRINUSE) {
        return false;
      }
      throw CallFailure.refused("cannot take the name " + name, e);
    }
  }

  /** Gives it back. */
  @Override
  public void close() throws IOException {
    Descriptors.close(descriptor);
  }
}
