package dev.rosa.kernel.process;

import com.sun.jna.LastErrorException;
import dev.rosa.kernel.Errno;
import java.io.IOException;

/** System calls of a process about its session and its children. Stateless. */
public final class ChildProcess {

  private static final int WNOHANG = 1;

  private ChildProcess() {}

  /** Leaves the terminal's group, so that a key pressed there ends the parent alone. */
  public static void leaveTerminal() throws IOException {
    try {
      ProcessCalls.C.setsid();
    } catch (LastErrorException e) {
      // A leader of its own group is not reached by the terminal's keys for others either.
      if (e.getErrorCode() != Errno.EPERM) {
        throw Errno.failure("cannot leave the terminal", e);
      }
    }
  }

  /** Takes notice of the end of a child that was inherited over an exec, if it has ended. */
  public static void reap(int pid) {
    try {
      ProcessCalls.C.waitpid(pid, new int[1], WNOHANG);
    } catch (LastErrorException e) {
      // Not a child of this process, or its end is known.
      return;
    }
  }
}
