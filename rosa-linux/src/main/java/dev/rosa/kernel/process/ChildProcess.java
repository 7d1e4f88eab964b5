package dev.rosa.kernel.process;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import java.io.IOException;

/**
 * System calls for a keeper as a child process: leaving the terminal, and noticing a child's end.
 * Stateless.
 */
public final class ChildProcess {

  private static final int WNOHANG = 1;

  private ChildProcess() {}

  /** Leaves the terminal's group, so that a key pressed there ends the parent alone. */
  public static void leaveTerminal() throws IOException {
    LibC.require();
    // A leader of its own group is not reached by the terminal's keys for others either.
    if (LibC.setsid() < 0 && Errno.last() != Errno.EPERM) {
      throw Errno.failure("cannot leave the terminal", Errno.last());
    }
  }

  /**
   * Takes notice of the end of a child that was inherited over an exec, if it has ended. Nothing
   * happens if it is no child of this process, or its end is known.
   */
  public static void reap(int pid) {
    int unused = LibC.waitpid(pid, 0, WNOHANG);
  }
}
