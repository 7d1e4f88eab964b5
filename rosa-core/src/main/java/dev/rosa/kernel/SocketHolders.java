package dev.rosa.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The processes that hold a socket, as far as this process may see them in {@code /proc}: root sees
 * all of them, others their own. Stateless.
 */
final class SocketHolders {

  private static final Path PROCESSES = Path.of("/proc");
  private static final Path OWN_USERS = Path.of("/proc/self/ns/user");

  private SocketHolders() {}

  /** Tells whether one of them has CAP_NET_ADMIN in this process's user namespace. */
  static boolean arePrivileged(UnixSockets.Socket socket) {
    String link = "socket:[" + socket.inode() + "]";
    return entries(PROCESSES)
        .filter(process -> Character.isDigit(process.getFileName().toString().charAt(0)))
        .anyMatch(process -> holds(process, link) && isPrivileged(process));
  }

  private static boolean holds(Path process, String link) {
    return entries(process.resolve("fd")).anyMatch(descriptor -> leadsTo(descriptor, link));
  }

  /** None if there is no such folder, or no longer, or it is another user's. */
  private static Stream<Path> entries(Path folder) {
    String[] names = new File(folder.toString()).list();
    return names == null ? Stream.empty() : Arrays.stream(names).map(folder::resolve);
  }

  private static boolean leadsTo(Path descriptor, String link) {
    try {
      return Files.readSymbolicLink(descriptor).toString().equals(link);
    } catch (IOException e) {
      // Closed meanwhile.
      return false;
    }
  }

  private static boolean isPrivileged(Path process) {
    try {
      Path users = Files.readSymbolicLink(process.resolve("ns/user"));
      return users.equals(Files.readSymbolicLink(OWN_USERS))
          && CapabilitySets.read(process.resolve("status")).has(Capability.NET_ADMIN);
    } catch (IOException e) {
      // It has ended meanwhile.
      return false;
    }
  }
}
