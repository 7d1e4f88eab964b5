package dev.rosa.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sockets of privileged processes, as far as this process may see them in {@code /proc}: root
 * sees those of all users, others those of their own processes. Stateless.
 */
final class SocketHolders {

  private static final Path PROCESSES = Path.of("/proc");
  private static final Path OWN_USERS = Path.of("/proc/self/ns/user");
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d{1,18})]");

  private SocketHolders() {}

  /**
   * Walks once over the processes that have CAP_NET_ADMIN in this process's user namespace. Of
   * others no descriptor is read, however many they have.
   *
   * @return the inodes of their sockets
   */
  static Set<Long> inodesOfPrivileged() {
    return entries(PROCESSES)
        .filter(process -> Character.isDigit(process.getFileName().toString().charAt(0)))
        .filter(SocketHolders::isPrivileged)
        .flatMap(process -> entries(process.resolve("fd")))
        .flatMap(descriptor -> inode(descriptor).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** None if there is no such folder, or no longer, or it is another user's. */
  private static Stream<Path> entries(Path folder) {
    String[] names = new File(folder.toString()).list();
    return names == null ? Stream.empty() : Arrays.stream(names).map(folder::resolve);
  }

  /** Empty if it is no socket's, or closed meanwhile. */
  private static Optional<Long> inode(Path descriptor) {
    try {
      Matcher socket = SOCKET.matcher(Files.readSymbolicLink(descriptor).toString());
      return socket.matches() ? Optional.of(Long.valueOf(socket.group(1))) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
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
