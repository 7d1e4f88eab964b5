package dev.rosa.kernel.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Search in {@code /proc} for the sockets that privileged processes hold. Root sees those of all
 * users, others those of their own processes. Stateless.
 */
public final class SocketHolders {

  private static final Path PROCESSES = Path.of("/proc");
  private static final Path OWN_USERS = Path.of("/proc/self/ns/user");
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d{1,18})]");

  /** The real and the effective user, as this process's user namespace knows them. */
  private static final Pattern USERS = Pattern.compile("(?m)^Uid:\\s+\\d+\\s+(\\d{1,10})\\s");

  private SocketHolders() {}

  /**
   * A socket of a process.
   *
   * @param user the process's effective user
   */
  public record Held(long inode, int user) {}

  /**
   * Walks once over the processes that have CAP_NET_ADMIN in this process's user namespace and may
   * hand it on. A program that gets the capability from its file may not: any user can start such a
   * program and leave it a socket. Of others no descriptor is read, however many they have.
   */
  public static Set<Held> ofPrivileged() {
    return entries(PROCESSES)
        .filter(process -> Character.isDigit(process.getFileName().toString().charAt(0)))
        .flatMap(SocketHolders::heldIfPrivileged)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Stream<Held> heldIfPrivileged(Path process) {
    OptionalInt user = userIfPrivileged(process);
    return user.isEmpty()
        ? Stream.empty()
        : entries(process.resolve("fd"))
            .flatMap(descriptor -> inode(descriptor).stream())
            .map(inode -> new Held(inode, user.getAsInt()));
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

  private static OptionalInt userIfPrivileged(Path process) {
    try {
      Path users = Files.readSymbolicLink(process.resolve("ns/user"));
      return users.equals(Files.readSymbolicLink(OWN_USERS))
          ? userIfPrivileged(
              Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1))
          : OptionalInt.empty();
    } catch (IOException e) {
      // It has ended meanwhile.
      return OptionalInt.empty();
    }
  }

  /**
   * The effective user of a process that has CAP_NET_ADMIN and may hand it on.
   *
   * @param status {@code /proc/PID/status}
   */
  public static OptionalInt userIfPrivileged(String status) throws IOException {
    Matcher users = USERS.matcher(status);
    if (!users.find()) {
      return OptionalInt.empty();
    }
    int user = Integer.parseUnsignedInt(users.group(1));
    CapabilitySets sets = CapabilitySets.parse(status);
    boolean handsOn = (sets.inheritable() & Capability.NET_ADMIN.bit()) != 0;
    return sets.has(Capability.NET_ADMIN) && handsOn ? OptionalInt.of(user) : OptionalInt.empty();
  }
}
