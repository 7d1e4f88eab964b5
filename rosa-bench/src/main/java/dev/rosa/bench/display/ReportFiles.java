package dev.rosa.bench.display;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Files of a bench's report: results for programs, pictures, a page for people. Immutable.
 *
 * @param json the results
 * @param pictures SVG by file name
 * @param page HTML
 */
public record ReportFiles(String json, Map<String, String> pictures, String page) {

  /**
   * Writes all of them.
   *
   * @param name of page and results in the directory
   * @param further another place for the results, or null
   */
  public void write(Path directory, String name, Path further) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(name + ".json"), json);
    if (further != null) {
      Files.writeString(further, json);
    }
    for (Map.Entry<String, String> picture : pictures.entrySet()) {
      Files.writeString(directory.resolve(picture.getKey()), picture.getValue());
    }
    Files.writeString(directory.resolve(name + ".html"), page);
  }
}
