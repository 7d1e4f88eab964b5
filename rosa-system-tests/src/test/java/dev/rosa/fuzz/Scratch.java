package dev.rosa.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder for what a target needs on disk. {@link FuzzTest} names one that it removes afterwards.
 */
public final class Scratch {

  /** System property with the folder. */
  static final String PROPERTY = "fuzz.scratch";

  private Scratch() {}

  /** The folder; it exists. */
  public static Path directory() {
    try {
      String named = System.getProperty(PROPERTY);
      return named == null ? Files.createTempDirectory("fuzz") : Path.of(named);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the content of a file, replacing what was there. */
  public static Path write(String name, byte[] content) {
    try {
      return Files.write(FOLDER.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final Path FOLDER = directory();
}
