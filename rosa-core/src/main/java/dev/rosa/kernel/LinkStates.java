package dev.rosa.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Asks the kernel for what is quickly had of network interfaces, without a program and without
 * privileges; see netdevice(7). Owned by one thread.
 */
public final class LinkStates implements AutoCloseable {

  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM = 2;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final long SIOCGIFFLAGS = 0x8913;
  private static final long SIOCGIFMTU = 0x8921;
  private static final long SIOCGIFINDEX = 0x8933;
  private static final int REQUEST_BYTES = 40;
  private static final int ANSWER = 16;

  private static final State ABSENT = new State(0, 0, 0);

  private final int descriptor;
  private final Memory request = new Memory(REQUEST_BYTES);

  private LinkStates(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * What an interface is like; all zeros: there is none.
   *
   * @param index which tells it from another one of its name
   * @param flags {@code IFF_UP} and others
   * @param mtuBytes its MTU
   */
  public record State(int index, int flags, int mtuBytes) {}

  /** Gets ready to ask, in this thread's network namespace. */
  public static LinkStates open() throws IOException {
    try {
      return new LinkStates(LinkCalls.C.socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    } catch (LastErrorException e) {
      throw CallFailure.refused("cannot ask for network interfaces", e);
    }
  }

  /** Of the interface of that name. */
  public State of(String name) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > NetworkInterface.MAX_NAME_BYTES) {
      return ABSENT;
    }
    request.clear();
    request.write(0, bytes, 0, bytes.length);
    try {
      ask(SIOCGIFINDEX);
      int index = request.getInt(ANSWER);
      ask(SIOCGIFFLAGS);
      int flags = request.getShort(ANSWER) & 0xffff;
      ask(SIOCGIFMTU);
      return new State(index, flags, request.getInt(ANSWER));
    } catch (LastErrorException e) {
      if (e.getErrorCode() == Errno.ENODEV) {
        return ABSENT;
      }
      throw CallFailure.refused("cannot ask for interface " + name, e);
    }
  }

  private void ask(long what) {
    LinkCalls.C.ioctl(descriptor, new NativeLong(what), request);
  }

  @Override
  public void close() throws IOException {
    Descriptors.close(descriptor);
  }
}
