package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.process.Descriptors;
import dev.rosa.kernel.process.SocketHolders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A name that one process at a time can hold in a network namespace. It is an abstract address of
 * unix(7) sockets, which is in no file system and goes with its process, however that ends.
 *
 * <p>Any user can bind any such address, so it counts only by its owner. A holder is believed if
 * its user is this process's or root. It is believed, too, if it visibly belongs to a process of
 * its user with CAP_NET_ADMIN here to hand on. If another user has bound the address itself, a
 * longer one behind a slash holds the name. Two that take a name at the same moment may both be
 * refused. One thread at a time.
 */
public final class NetworkName implements AutoCloseable {

  private static final int MOST_BYTES = 107;
  private static final int PATH = 3;
  private static final int SUFFIX_BYTES = 8;
  private static final int ROOT = 0;

  private static final int GIVEN_BACK = -1;

  private final SecureRandom random = new SecureRandom();
  private int descriptor;

  private NetworkName(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Takes a name in this thread's network namespace.
   *
   * @param name up to 90 ASCII characters
   * @return empty if a process that is believed has it
   */
  public static Optional<NetworkName> take(String name) throws IOException {
    return take(name, SocketHolders::ofPrivileged);
  }

  /**
   * Takes a name as {@link #take(String)} does.
   *
   * @param privileged the sockets of privileged processes; asked for once, if at all
   */
  static Optional<NetworkName> take(String name, Supplier<Set<SocketHolders.Held>> privileged)
      throws IOException {
    if (name.length() + 1 + 2 * SUFFIX_BYTES > MOST_BYTES) {
      throw new IllegalArgumentException("longer than a socket's address: " + name);
    }
    LibC.require();
    int descriptor = LibC.socket(LibC.AF_UNIX, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
      throw refused(name, Errno.last());
    }
    NetworkName taken = new NetworkName(descriptor);
    try {
      if (taken.holds(name, privileged)) {
        return Optional.of(taken);
      }
    } catch (IOException e) {
      taken.close();
      throw e;
    }
    taken.close();
    return Optional.empty();
  }

  /** Binds first, then looks: of two that do so, at least one sees the other. */
  private boolean holds(String name, Supplier<Set<SocketHolders.Held>> privileged)
      throws IOException {
    boolean isFree = bind(name);
    String own = isFree ? name : name + "/" + suffix();
    if (!isFree && !bind(own)) {
      return false;
    }
    Optional<List<UnixSockets.Socket>> sockets = UnixSockets.list(text -> isFor(name, text));
    if (sockets.isEmpty()) {
      // A kernel that does not tell whose a socket is: then every holder counts.
      return isFree;
    }
    return isAlone(address(own), sockets.get(), privileged);
  }

  /**
   * Tells whether no other socket is believed. Any user can have thousands of them, so it asks the
   * kernel nothing about a single one.
   *
   * @param own the address that this process has bound
   * @param sockets those of the name
   */
  static boolean isAlone(
      String own, List<UnixSockets.Socket> sockets, Supplier<Set<SocketHolders.Held>> privileged) {
    Map<Boolean, List<UnixSockets.Socket>> isOwn =
        sockets.stream().collect(Collectors.partitioningBy(socket -> socket.name().equals(own)));
    List<UnixSockets.Socket> others = isOwn.get(false);
    if (isOwn.get(true).isEmpty()) {
      return false;
    }
    int self = isOwn.get(true).get(0).user();
    if (others.stream().anyMatch(other -> other.user() == self || other.user() == ROOT)) {
      return false;
    }
    // Others than root see the descriptors of their own user's processes only.
    if (others.isEmpty() || self != ROOT) {
      return true;
    }
    Set<SocketHolders.Held> believed = privileged.get();
    return others.stream()
        .map(other -> new SocketHolders.Held(other.inode(), other.user()))
        .noneMatch(believed::contains);
  }

  private static boolean isFor(String name, String address) {
    return address.equals(address(name)) || address.startsWith(address(name) + "/");
  }

  /** An address that begins with a zero is abstract. */
  private static String address(String name) {
    return "\0" + name;
  }

  private String suffix() {
    byte[] bytes = new byte[SUFFIX_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private boolean bind(String name) throws IOException {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer address = ByteBuffer.allocate(PATH + text.length).order(ByteOrder.nativeOrder());
    address.putShort(0, (short) LibC.AF_UNIX).put(PATH, text);
    if (LibC.bind(descriptor, address.array(), address.capacity()) >= 0) {
      return true;
    }
    int errno = Errno.last();
    if (errno == Errno.EADDRINUSE) {
      return false;
    }
    throw refused(name, errno);
  }

  private static IOException refused(String name, int errno) {
    return Errno.failure("cannot take the name " + name, errno);
  }

  /** Gives it back, once. */
  @Override
  public void close() throws IOException {
    int held = descriptor;
    descriptor = GIVEN_BACK;
    if (held != GIVEN_BACK) {
      Descriptors.close(held);
    }
  }
}
