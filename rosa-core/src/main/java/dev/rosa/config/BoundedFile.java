package dev.rosa.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that are read whole, up to a size. The size of a device or of a pipe says nothing: what is
 * there counts, and no more than that size is read. Stateless.
 */
public final class BoundedFile {

  private BoundedFile() {}

  /**
   * The bytes of a file; empty if there are more.
   *
   * @param most bytes that are taken
   * @throws IOException if it cannot be read
   */
  public static Optional<byte[]> read(Path file, int most) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(most + 1);
      return bytes.length > most ? Optional.empty() : Optional.of(bytes);
    }
  }

  /**
   * The bytes of a file that may not be larger.
   *
   * @param most bytes that are taken
   * @throws IOException if it cannot be read; in one line with the file if there are more bytes
   */
  public static byte[] require(Path file, int most) throws IOException {
    return read(file, most)
        .orElseThrow(() -> new IOException(file + ": is larger than " + most + " bytes"));
  }
}
