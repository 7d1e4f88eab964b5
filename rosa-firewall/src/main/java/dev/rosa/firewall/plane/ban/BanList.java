package dev.rosa.firewall.plane.ban;

import dev.rosa.config.BoundedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** List of sources in a file: one a line; empty lines and those that begin with # are left out. */
public final class BanList {

  private static final int MOST_BYTES = 16 << 20;

  private BanList() {}

  /** Taker of lines that are no sources. */
  public interface WrongLines {
    /**
     * Takes one.
     *
     * @param sentence in one line with its number and why it is none
     * @throws IOException if such a line ends the reading
     */
    void take(String sentence) throws IOException;
  }

  /**
   * Reads all of it.
   *
   * @return each source with the number of its first line, in the order of the file
   * @throws IOException in one line with the number of the first line that is no source
   */
  public static Map<Source, Integer> read(Path file) throws IOException {
    return read(
        file,
        sentence -> {
          throw new IOException(sentence);
        });
  }

  /**
   * Reads all of it, and leaves lines that are no sources to the caller.
   *
   * @return each source with the number of its first line, in the order of the file
   */
  public static Map<Source, Integer> read(Path file, WrongLines wrong) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": is a folder, expected a file");
    }
    byte[] bytes = BoundedFile.require(file, MOST_BYTES);
    Map<Source, Integer> sources = new LinkedHashMap<>();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String word = line.strip();
      if (!word.isEmpty() && !word.startsWith("#")) {
        try {
          sources.putIfAbsent(Source.parse(word), number);
        } catch (IllegalArgumentException e) {
          wrong.take(file + ":" + number + ": " + e.getMessage());
        }
      }
    }
    return sources;
  }
}
