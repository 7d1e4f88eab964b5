package dev.rosa.client.command;

import dev.rosa.bundle.BundleLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reader of a code bundle's file for a publisher's commands. Stateless. */
final class BundleFile {

  /** What any Code Server takes unless its operator says otherwise. */
  static final BundleLimits LIMITS = BundleLimits.defaults();

  private BundleFile() {}

  /**
   * The file's bytes, one more than allowed at most: that is enough for the check to refuse it.
   *
   * @throws CommandFailedException if it is a directory
   */
  static byte[] read(Path file) throws IOException, CommandFailedException {
    if (Files.isDirectory(file)) {
      throw CommandFailedException.failed(file + ": is a directory, expected a jar");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(LIMITS.bundleBytes() + 1);
    }
  }
}
