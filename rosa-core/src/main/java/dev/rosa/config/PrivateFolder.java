package dev.rosa.config;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * Check that a folder and files in it are this process's user's or root's, and that no other user
 * may write to them. Access control lists are not looked at. Stateless.
 */
public final class PrivateFolder {

  private static final int ROOT = 0;

  private PrivateFolder() {}

  /**
   * Checks the modes, and changes nothing.
   *
   * @param files that are checked, as {@link Files#newDirectoryStream(Path,
   *     DirectoryStream.Filter)} filters them
   * @throws IOException in one line with the path that others may write to
   */
  public static void requireClosed(Path folder, DirectoryStream.Filter<Path> files)
      throws IOException {
    requireClosed(folder, "rwx------");
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, files)) {
      for (Path file : found) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException(file + ": is no file, expected one or none");
        }
        requireClosed(file, "rw-------");
      }
    }
  }

  private static void requireClosed(Path path, String expected) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path);
    if (mode.contains(PosixFilePermission.GROUP_WRITE)
        || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          "%s: others than the owner may write to it (%s), expected mode %s"
              .formatted(path, PosixFilePermissions.toString(mode), expected));
    }
  }

  /**
   * Checks modes and owners.
   *
   * @param files as above
   * @throws IOException in one line with the path that is not for this process's user alone
   */
  public static void requireOurs(Path folder, DirectoryStream.Filter<Path> files)
      throws IOException {
    requireClosed(folder, files);
    int user = user(folder);
    requireOwner(folder, user);
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, files)) {
      for (Path file : found) {
        requireOwner(file, user);
      }
    }
  }

  /**
   * Checks owners alone.
   *
   * @param folder that this process may write to
   * @param paths that are there
   * @throws IOException in one line with the path that is another user's
   */
  public static void requireOurs(Path folder, List<Path> paths) throws IOException {
    int user = user(folder);
    for (Path path : paths) {
      requireOwner(path, user);
    }
  }

  /** The owner of files that this process makes there, since its user id may be mapped. */
  private static int user(Path folder) throws IOException {
    Path mine = Files.createTempFile(folder, "owner-", "");
    try {
      return owner(mine);
    } finally {
      Files.delete(mine);
    }
  }

  private static void requireOwner(Path path, int user) throws IOException {
    int owner = owner(path);
    if (owner != user && owner != ROOT) {
      throw new IOException(
          "%s: belongs to user %s, expected user %s of this process, or root"
              .formatted(path, Integer.toUnsignedString(owner), Integer.toUnsignedString(user)));
    }
  }

  /** Number of a file's user, as this process sees it. */
  public static int owner(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid");
  }
}
