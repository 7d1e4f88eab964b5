package dev.rosa.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets this process begin again: the same program with the same arguments and process id, but with
 * the calling thread's capabilities for all of its threads. Stateless.
 */
public final class SelfExec {

  private static final String SELF = "/proc/self/exe";
  private static final Path ARGUMENTS = Path.of("/proc/self/cmdline");

  private SelfExec() {}

  /**
   * Begins again; returns only by its exception.
   *
   * @param environment what is added to the environment
   * @param descriptors those that stay open, beside the standard ones
   */
  public static void again(Map<String, String> environment, Set<Integer> descriptors)
      throws IOException {
    byte[] arguments = Files.readAllBytes(ARGUMENTS);
    try (Memory text = new Memory(arguments.length + 1L)) {
      text.write(0, arguments, 0, arguments.length);
      closeOthersOnExec(descriptors);
      environment.forEach((name, value) -> ProcessCalls.C.setenv(name, value, 1));
      ProcessCalls.C.execv(SELF, pointers(text, arguments));
      throw new IOException("cannot start this program again");
    } catch (LastErrorException e) {
      throw Errno.failure("cannot start this program again", e);
    }
  }

  /** Where each argument begins, and a null. */
  private static Memory pointers(Memory text, byte[] arguments) {
    List<Integer> starts = new ArrayList<>();
    for (int at = 0; at < arguments.length; at++) {
      if (at == 0 || arguments[at - 1] == 0) {
        starts.add(at);
      }
    }
    Memory pointers = new Memory((starts.size() + 1L) * Native.POINTER_SIZE);
    pointers.clear();
    for (int i = 0; i < starts.size(); i++) {
      pointers.setPointer((long) i * Native.POINTER_SIZE, text.share(starts.get(i)));
    }
    return pointers;
  }

  /** What the JVM has open is of no use to the next one. */
  private static void closeOthersOnExec(Set<Integer> kept) throws IOException {
    for (int descriptor : Descriptors.open()) {
      if (descriptor > 2) {
        Descriptors.closeOnExec(descriptor, !kept.contains(descriptor));
      }
    }
  }
}
