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

  /**
   * Reads all of it.
   *
   * @return each source with the number of its first line, in the order of the file
   * @throws IOException in one line with the number of the first line that is no source
   */
  public static Map<Source, Integer> read(Path file) throws IOException {
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
        sources.putIfAbsent(source(file, number, word), number);
      }
    }
    return sources;
  }

  private static Source source(Path file, int number, String word) throws IOException {
    try {
      return Source.parse(word);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ":" + number + ": " + e.getMessage(), e);
    }
  }
}
