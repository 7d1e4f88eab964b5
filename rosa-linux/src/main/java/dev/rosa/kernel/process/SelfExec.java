package dev.rosa.kernel.process;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Restart of this process by execve(2): the same program and process id, but with the calling
 * thread's capabilities for all of its threads. Stateless.
 */
public final class SelfExec {

  private static final String SELF = "/proc/self/exe";
  private static final Path ARGUMENTS = Path.of("/proc/self/cmdline");

  /** Names the process that has begun again, as a child of it may inherit the variable. */
  private static final String BEGUN = "ROSA_BEGUN_AGAIN";

  private static final String CANNOT = "cannot start this program again";

  private SelfExec() {}

  /** The program's name and its arguments, as this process was started. */
  public static List<String> arguments() throws IOException {
    String all = Files.readString(ARGUMENTS, StandardCharsets.ISO_8859_1);
    return List.of(all.substring(0, Math.max(0, all.length() - 1)).split("\0", -1));
  }

  /** True if this is the same process after {@link #again}. */
  public static boolean hasBegunAgain() {
    return ownPid().equals(System.getenv(BEGUN));
  }

  private static String ownPid() {
    return Long.toString(ProcessHandle.current().pid());
  }

  /**
   * Begins again with the same arguments; returns only by its exception.
   *
   * @param environment what is added to the environment
   * @param descriptors those that stay open, beside the standard ones
   */
  public static void again(Map<String, String> environment, Set<Integer> descriptors)
      throws IOException {
    again(arguments(), environment, descriptors);
  }

  /**
   * Begins again; returns only by its exception.
   *
   * @param arguments the program's name and its arguments, each character a byte
   * @param environment what is added to the environment
   * @param descriptors those that stay open, beside the standard ones
   */
  static void again(
      List<String> arguments, Map<String, String> environment, Set<Integer> descriptors)
      throws IOException {
    byte[] bytes = (String.join("\0", arguments) + "\0").getBytes(StandardCharsets.ISO_8859_1);
    LibC.require();
    try (Memory text = new Memory(bytes.length);
        Memory pointers = pointers(text, arguments)) {
      text.write(0, bytes, 0, bytes.length);
      closeOthersOnExec(descriptors);
      for (Map.Entry<String, String> variable : environment.entrySet()) {
        set(variable.getKey(), variable.getValue());
      }
      set(BEGUN, ownPid());
      requireNotEnding();
      int unused = LibC.execv(SELF, Pointer.nativeValue(pointers));
      throw Errno.failure(CANNOT, Errno.last());
    }
  }

  private static void set(String name, String value) throws IOException {
    Errno.check(LibC.setenv(name, value, 1), CANNOT);
  }

  /** A signal to end that was heard already would be forgotten by a process that begins again. */
  private static void requireNotEnding() throws IOException {
    Thread none = new Thread(() -> {}, "none");
    try {
      Runtime.getRuntime().addShutdownHook(none);
      Runtime.getRuntime().removeShutdownHook(none);
    } catch (IllegalStateException e) {
      throw new IOException("a signal has ended this program", e);
    }
  }

  /** Pointers to the arguments, and a null. */
  private static Memory pointers(Memory text, List<String> arguments) {
    Memory pointers = new Memory((arguments.size() + 1L) * Native.POINTER_SIZE);
    pointers.clear();
    long start = 0;
    for (int i = 0; i < arguments.size(); i++) {
      pointers.setPointer((long) i * Native.POINTER_SIZE, text.share(start));
      start += arguments.get(i).length() + 1;
    }
    return pointers;
  }

  /** Closes this JVM's own files on exec: the next program does not need them. */
  private static void closeOthersOnExec(Set<Integer> kept) throws IOException {
    for (int descriptor : Descriptors.open()) {
      if (descriptor > 2) {
        Descriptors.closeOnExec(descriptor, !kept.contains(descriptor));
      }
    }
  }
}
