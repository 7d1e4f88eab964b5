package dev.rosa.kernel.link;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Fast queries of the kernel about network interfaces, without a program and without privileges;
 * see netdevice(7). Owned by one thread.
 */
public final class LinkStates implements AutoCloseable {

  private static final State ABSENT = new State(0, 0, 0);

  private final int descriptor;
  private final InterfaceRequest request = new InterfaceRequest();

  private LinkStates(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * State of an interface; all zeros: there is none.
   *
   * @param index which tells it from another one of its name
   * @param flags {@code IFF_UP} and others
   * @param mtuBytes its MTU
   */
  public record State(int index, int flags, int mtuBytes) {}

  /** Gets ready to ask, in this thread's network namespace. */
  public static LinkStates open() throws IOException {
    LibC.require();
    int descriptor = LibC.socket(LibC.AF_INET, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
      throw Errno.failure("cannot ask for network interfaces", Errno.last());
    }
    return new LinkStates(descriptor);
  }

  /** Of the interface of that name. */
  public State of(String name) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > InterfaceRequest.MAX_NAME_BYTES) {
      return ABSENT;
    }
    request.name(bytes);
    if (ask(InterfaceRequest.INDEX)) {
      int index = answer();
      if (ask(InterfaceRequest.FLAGS)) {
        int flags = answer() & 0xffff;
        if (ask(InterfaceRequest.MTU)) {
          return new State(index, flags, answer());
        }
      }
    }
    int errno = Errno.last();
    if (errno == Errno.ENODEV) {
      return ABSENT;
    }
    throw Errno.failure("cannot ask for interface " + name, errno);
  }

  private boolean ask(long what) {
    return request.ask(descriptor, what);
  }

  private int answer() {
    return request.bytes().getInt(InterfaceRequest.ANSWER);
  }

  @Override
  public void close() throws IOException {
    Descriptors.close(descriptor);
  }
}
