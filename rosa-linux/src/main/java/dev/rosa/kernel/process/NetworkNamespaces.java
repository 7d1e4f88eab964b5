package dev.rosa.kernel.process;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Network namespaces with a name, as {@code ip netns} makes them; see setns(2) and ip-netns(8).
 * Stateless.
 */
public final class NetworkNamespaces {

  private static final Path NAMED = Path.of("/run/netns");
  private static final int CLONE_NEWNET = 0x40000000;

  private NetworkNamespaces() {}

  /** File of a namespace. */
  public static Path file(String name) {
    return NAMED.resolve(name);
  }

  /**
   * Moves this thread into a namespace: sockets that it makes from now on are there. Other threads
   * stay where they are, so only a thread that ends with its task may do it.
   *
   * @throws IOException if there is no such namespace, or CAP_SYS_ADMIN is missing
   */
  public static void enter(String name) throws IOException {
    LibC.require();
    byte[] path = (file(name) + "\0").getBytes(StandardCharsets.UTF_8);
    OffHeap text = OffHeap.allocate(path.length);
    text.buffer().put(0, path);
    int descriptor = LibC.open(text.address(), LibC.O_CLOEXEC);
    Errno.check(descriptor, "cannot open the network namespace " + name);
    try {
      Errno.check(
          LibC.setns(descriptor, CLONE_NEWNET), "cannot enter the network namespace " + name);
    } finally {
      Descriptors.close(descriptor);
    }
  }
}
