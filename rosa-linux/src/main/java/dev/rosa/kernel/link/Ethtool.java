package dev.rosa.kernel.link;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Requests to an interface's driver, as the program ethtool makes them. Stateless. */
final class Ethtool {

  private Ethtool() {}

  /**
   * Asks a driver, which answers in the same memory.
   *
   * @param data one of the structures in {@code linux/ethtool.h}
   * @param what the failure's sentence begins so
   */
  static void ask(String name, OffHeap data, String what) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > InterfaceRequest.MAX_NAME_BYTES) {
      throw new IOException("interface name '" + name + "' is too long");
    }
    InterfaceRequest request = new InterfaceRequest();
    request.name(bytes);
    request.bytes().putLong(InterfaceRequest.ANSWER, data.address());
    LibC.require();
    int descriptor = LibC.socket(LibC.AF_INET, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
    try {
      if (descriptor < 0 || !request.ask(descriptor, InterfaceRequest.ETHTOOL)) {
        throw Errno.failure(what + " of " + name, Errno.last());
      }
    } finally {
      LibC.close(descriptor);
    }
  }
}
