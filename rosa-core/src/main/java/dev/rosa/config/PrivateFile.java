package dev.rosa.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Check that its owner alone has access to a file with a secret. Access control lists are not
 * looked at. Stateless.
 */
public final class PrivateFile {

  private PrivateFile() {}

  /**
   * Checks the mode.
   *
   * @param secret what the file has, as in "have access to this private key"
   * @throws IOException in one line if group or others may read, write or execute it
   */
  public static void requireOwnerOnly(Path file, String secret) throws IOException {
    Set<PosixFilePermission> mode = mode(file, secret);
    if (mode.stream().anyMatch(permission -> !permission.name().startsWith("OWNER_"))) {
      throw new IOException(
          "%s: others than the owner have access to %s (%s), expected mode 0600"
              .formatted(file, secret, PosixFilePermissions.toString(mode)));
    }
  }

  private static Set<PosixFilePermission> mode(Path file, String secret) throws IOException {
    try {
      return Files.getPosixFilePermissions(file);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": no such file, expected " + secret, e);
    } catch (IOException e) {
      throw new IOException(file + ": the file's mode cannot be read", e);
    }
  }
}
