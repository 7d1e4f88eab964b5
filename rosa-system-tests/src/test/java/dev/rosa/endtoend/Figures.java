package dev.rosa.endtoend;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures of a system test: counts and ratios, written as {@code target/figures/NAME.json} for
 * {@code ./rosa test system}. A ratio of times is judged there, not in the suite. One thread's.
 */
public final class Figures {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final boolean JUDGED = Boolean.getBoolean("rosa.figures.judged");

  private final Path file;
  private final Map<String, Object> figures = new LinkedHashMap<>();

  private Figures(Path file) {
    this.file = file;
  }

  /** True if ratios of times are judged. */
  public static boolean judged() {
    return JUDGED;
  }

  /** Figures of the test with this name. */
  public static Figures of(String name) {
    return new Figures(Path.of("target", "figures", name + ".json"));
  }

  /** Sets a figure. */
  public Figures put(String name, Object value) {
    figures.put(name, value);
    return this;
  }

  /**
   * Sets a ratio of two times.
   *
   * @throws AssertionError if figures are judged and it is above the limit
   */
  public Figures putRatio(String name, double ratio, double limit) {
    put(name, Math.round(ratio * 100) / 100.0);
    if (JUDGED && ratio > limit) {
      throw new AssertionError("%s is %.2f, expected at most %.2f".formatted(name, ratio, limit));
    }
    return this;
  }

  /** Writes the file. */
  public void write() throws IOException {
    Files.createDirectories(file.getParent());
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), figures);
  }
}
