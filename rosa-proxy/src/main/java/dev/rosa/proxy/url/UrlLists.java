package dev.rosa.proxy.url;

import dev.rosa.config.BoundedLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists of URLs in files, as one table that workers look into while another one is read. A file has
 * an entry a line, in UTF-8; {@code #} begins a comment. Thread-safe.
 */
public final class UrlLists {

  /** Most characters of a line. */
  private static final int LONGEST_LINE = 2048;

  private final long seed;
  private volatile UrlTable table = UrlTable.empty();

  /** Without lists; {@code seed} is random. */
  public UrlLists(long seed) {
    this.seed = seed;
  }

  /** The table that is in force; a worker asks for it at each request. */
  public UrlTable table() {
    return table;
  }

  /**
   * Reads all lists and puts them in force at once. If one cannot be read, nothing changes.
   *
   * @param files by category
   * @throws IOException in one line with file and line
   */
  public void load(Map<String, Path> files) throws IOException {
    Map<String, Path> ordered = new LinkedHashMap<>(files);
    UrlTableBuilder builder = new UrlTableBuilder(seed, List.copyOf(ordered.keySet()));
    int category = 0;
    for (Path file : ordered.values()) {
      read(file, builder, category++);
    }
    table = builder.build();
  }

  private static void read(Path file, UrlTableBuilder builder, int category) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      BoundedLines lines = new BoundedLines(reader, LONGEST_LINE);
      for (String line = lines.next(); line != null; line = lines.next()) {
        String entry = line.contains("#") ? line.substring(0, line.indexOf('#')) : line;
        UrlFault fault = entry.isBlank() ? null : builder.add(entry.strip(), category);
        if (fault != null) {
          throw new IOException(
              "%s:%d: %s, expected an entry such as a.example or a.example/games"
                  .formatted(file, lines.number(), fault.sentence()));
        }
      }
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": is not in UTF-8", e);
    }
  }
}
