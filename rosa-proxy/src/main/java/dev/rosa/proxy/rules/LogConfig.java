package dev.rosa.proxy.rules;

import dev.rosa.config.ByteSize;
import java.nio.file.Path;

/**
 * The element {@code <log>}.
 *
 * @param file of the newest lines; older ones have its name and a number
 * @param maxBytes size at which a new file begins
 * @param files how many there are at most
 * @param queries whether URLs are written with their queries
 */
public record LogConfig(Path file, ByteSize maxBytes, Integer files, Boolean queries) {

  /** What is missing has its default. */
  public LogConfig {
    maxBytes = maxBytes == null ? new ByteSize(16 << 20) : maxBytes;
    files = files == null ? 8 : files;
    queries = queries != null && queries;
  }
}
