package dev.rosa.nativecode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Private directory that a native library is extracted to and loaded from. No other user may write
 * to it: replacing the file before it is loaded would run foreign code in this process. Holds files
 * only until {@link #close}; several JVMs may share one. Owned by one thread.
 */
final class NativeDirectory implements AutoCloseable {

  private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final int GROUP_OR_OTHERS_WRITE = 0_022;
  private static final int OTHERS_WRITE = 0_002;
  private static final int STICKY = 0_1000;

  /** Ten megabytes in few steps: the JVM has compiled nothing yet. */
  private static final int PART_BYTES = 256 * 1_024;

  private final Path path;
  private final boolean fresh;
  private final List<Path> extracted = new ArrayList<>();

  private NativeDirectory(Path path, boolean fresh) {
    this.path = path;
    this.fresh = fresh;
  }

  /**
   * The directory of that name, made if it is missing; or a fresh one.
   *
   * @param named what the operator said, or null
   * @param temporary where a fresh one is made
   * @throws UnusableException if others could write to it or replace it
   */
  static NativeDirectory open(String named, Path temporary) throws UnusableException {
    boolean fresh = named == null || named.isBlank();
    try {
      return fresh
          ? fresh(temporary)
          : new NativeDirectory(checked(Path.of(named).toAbsolutePath().normalize()), false);
    } catch (IOException e) {
      String where = fresh ? "below " + temporary : named;
      throw new UnusableException(
          "no directory for native libraries %s: %s (see -D%s)"
              .formatted(where, e, NativeLibrary.DIRECTORY),
          e);
    }
  }

  private static NativeDirectory fresh(Path temporary) throws IOException, UnusableException {
    Path made = Files.createTempDirectory(temporary, "rosa-native-", OURS_ALONE).toRealPath();
    try {
      return new NativeDirectory(checked(made), true);
    } catch (UnusableException e) {
      Files.delete(made);
      throw e;
    }
  }

  private static Path checked(Path directory) throws IOException, UnusableException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(directory, OURS_ALONE);
    }
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(directory, "is not a directory itself (a symbolic link will not do)");
    }
    if ((mode(directory) & GROUP_OR_OTHERS_WRITE) != 0) {
      throw refused(directory, "can be written to by others");
    }
    Path real = directory.toRealPath();
    requireOurs(real);
    for (Path parent = real.getParent(); parent != null; parent = parent.getParent()) {
      int mode = mode(parent);
      if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
        throw refused(directory, "can be replaced by others, who can write to " + parent);
      }
    }
    return real;
  }

  /** Compares owners by a file that this process creates, since its user id may be mapped. */
  private static void requireOurs(Path directory) throws IOException, UnusableException {
    Path mine = Files.createTempFile(directory, "owner-", "", OURS_ALONE);
    try {
      if (!owner(mine).equals(owner(directory))) {
        throw refused(directory, "belongs to another user");
      }
    } finally {
      Files.delete(mine);
    }
  }

  private static int mode(Path path) throws IOException {
    return (Integer) attribute(path, "mode");
  }

  private static Object owner(Path path) throws IOException {
    return attribute(path, "uid");
  }

  private static Object attribute(Path path, String name) throws IOException {
    Map<String, Object> found =
        Files.readAttributes(path, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
    return found.get(name);
  }

  private static UnusableException refused(Path directory, String why) {
    return new UnusableException(NativeLibrary.DIRECTORY + " " + directory + " " + why);
  }

  /** Path of the directory. */
  Path path() {
    return path;
  }

  /** Writes a library to a new file, which lives until {@link #close}. */
  Path extract(String name, InputStream library) throws IOException {
    Path file = Files.createTempFile(path, name + "-", ".so", OURS_ALONE);
    extracted.add(file);
    byte[] part = new byte[PART_BYTES];
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
      for (int bytes = library.read(part); bytes >= 0; bytes = library.read(part)) {
        out.write(part, 0, bytes);
      }
    }
    return file;
  }

  /** The CRC-32 of a file, read from its place. */
  static long sum(Path file) throws IOException {
    CRC32 sum = new CRC32();
    byte[] part = new byte[PART_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int bytes = in.read(part); bytes >= 0; bytes = in.read(part)) {
        sum.update(part, 0, bytes);
      }
    }
    return sum.getValue();
  }

  /** Removes what was extracted: a loaded library stays in memory without its file. */
  @Override
  public void close() throws IOException {
    for (Path file : extracted) {
      delete(file);
    }
    if (fresh) {
      delete(path);
    }
  }

  private static void delete(Path file) throws IOException {
    try {
      Files.delete(file);
    } catch (NoSuchFileException e) {
      // Another process has removed it already.
      return;
    }
  }
}
