package dev.rosa.kernel.link;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import java.io.IOException;

/** Network namespace of one thread, and of the threads and programs that it starts. Stateless. */
public final class OwnNetwork {

  private static final int CLONE_NEWNET = 0x40000000;

  private OwnNetwork() {}

  /**
   * Puts the calling thread into a network of its own, with nothing but a loopback that is down.
   * There is no way back: to be called in a thread that ends soon; its interfaces end with it.
   *
   * @throws IOException in one line, mostly because CAP_SYS_ADMIN is missing
   */
  public static void enter() throws IOException {
    LibC.require();
    Errno.check(LibC.unshare(CLONE_NEWNET), "cannot have a network of its own");
  }
}
