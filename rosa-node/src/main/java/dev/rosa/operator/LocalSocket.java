package dev.rosa.operator;

import dev.rosa.config.ConfigPlace;
import dev.rosa.config.PrivateFolder;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Listening Unix socket at a path in a folder that no other user may write to. Its mode says who
 * may connect; credentials of the peer decide in any case.
 */
public final class LocalSocket implements AutoCloseable {

  /** Pending connections; the kernel refuses more. */
  private static final int BACKLOG = 128;

  private static final int MOST_PATH_BYTES = 107;
  private static final String FOLDER_MODE = "rwxr-xr-x";

  private final Path path;
  private final ServerSocketChannel channel;

  private LocalSocket(Path path, ServerSocketChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Listens. The folder is made if there is none; a socket without a listener is replaced.
   *
   * @param mode such as {@code rw-------}
   * @throws IOException in one line with the path that is in the way
   */
  public static LocalSocket listen(Path socket, String mode) throws IOException {
    Path path = socket.toAbsolutePath();
    requireShort(path);
    makeFolder(path.getParent());
    removeLeft(path);
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(path), BACKLOG);
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
      return new LocalSocket(path, channel);
    } catch (IOException e) {
      channel.close();
      throw new IOException(path + ": cannot listen there: " + e.getMessage(), e);
    }
  }

  /**
   * Reports at its place, without a change, what keeps {@link #listen} from its chance. A socket
   * that is in use is none of its business: a running process has it.
   */
  public static void check(ConfigPlace place, Path socket) {
    Path path = socket.toAbsolutePath();
    place.check(() -> requireUsable(path));
    Path folder = path.getParent();
    Path there = firstThere(folder);
    if (!there.equals(folder) && Files.isDirectory(there) && !Files.isWritable(there)) {
      place.warn("is in %s, which is not there, and this user may not make it".formatted(folder));
    }
  }

  private static void requireUsable(Path path) throws IOException {
    requireShort(path);
    if (Files.isDirectory(path.getParent())) {
      requireOurs(path.getParent());
    } else {
      requireFolderOrNone(path.getParent());
    }
    boolean unused = requireSocketOrNone(path);
  }

  private static void requireShort(Path path) throws IOException {
    if (path.toString().getBytes(StandardCharsets.UTF_8).length > MOST_PATH_BYTES) {
      throw new IOException(path + ": is too long, expected a path of 107 bytes at most");
    }
  }

  private static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      requireFolderOrNone(folder);
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(FOLDER_MODE));
    }
    requireOurs(folder);
  }

  private static void requireOurs(Path folder) throws IOException {
    try {
      PrivateFolder.requireOurs(folder, file -> false);
    } catch (AccessDeniedException e) {
      throw new IOException(folder + ": this user may not write there", e);
    }
  }

  private static void requireFolderOrNone(Path path) throws IOException {
    Path there = firstThere(path);
    if (!Files.isDirectory(there)) {
      throw new IOException(there + ": is no folder, expected one");
    }
  }

  /** The path, or the nearest folder above it that exists. */
  private static Path firstThere(Path path) {
    Path there = path;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    return there;
  }

  /** True if there is a socket. */
  private static boolean requireSocketOrNone(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    BasicFileAttributes found =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!found.isOther()) {
      throw new IOException(path + ": is no socket, expected one or none");
    }
    return true;
  }

  private static void removeLeft(Path path) throws IOException {
    if (!requireSocketOrNone(path)) {
      return;
    }
    if (hasListener(path)) {
      throw new IOException(path + ": another process listens there");
    }
    Files.delete(path);
  }

  private static boolean hasListener(Path path) throws IOException {
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      probe.configureBlocking(false);
      probe.connect(UnixDomainSocketAddress.of(path));
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }

  /** The channel that accepts. */
  public ServerSocketChannel channel() {
    return channel;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(path);
  }
}
