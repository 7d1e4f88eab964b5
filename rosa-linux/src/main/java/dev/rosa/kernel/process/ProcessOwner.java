package dev.rosa.kernel.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Check of the user that this process runs as: whether it is the system's user 0. User 0 owns the
 * system's files, also without capabilities. Tells, too, whether the user namespace has other
 * users. Stateless.
 */
public final class ProcessOwner {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path USERS = Path.of("/proc/self/uid_map");

  private ProcessOwner() {}

  /**
   * True if it is user 0 of the system, not only of a user namespace that maps an ordinary user to
   * 0.
   */
  public static boolean isRoot() throws IOException {
    return isRoot(
        Files.readString(STATUS, StandardCharsets.ISO_8859_1),
        Files.readString(USERS, StandardCharsets.ISO_8859_1));
  }

  /**
   * Tells whether this process's user is the only one in a user namespace, as {@code unshare -U}
   * makes it. The namespace belongs to that user then, whose other processes have every capability
   * in it.
   */
  static boolean isAloneInItsNamespace() throws IOException {
    return isAlone(Files.readString(USERS, StandardCharsets.ISO_8859_1));
  }

  static boolean isAlone(String users) {
    return users.strip().matches("\\d+\\s+\\d+\\s+1");
  }

  static boolean isRoot(String status, String users) {
    // Real, effective, saved and file system's.
    boolean named = status.lines().anyMatch(line -> line.matches("Uid:\\s+\\d+\\s+0\\s.*"));
    // First inside, first outside, how many.
    return named && users.lines().anyMatch(line -> line.matches("\\s*0\\s+0\\s+\\d+\\s*"));
  }
}
