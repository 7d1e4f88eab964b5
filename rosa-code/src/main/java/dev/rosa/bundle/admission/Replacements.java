package dev.rosa.bundle.admission;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Advice for members that active code may not use: what does instead. Read from {@code
 * replacements.txt}, whose head describes its form. Immutable.
 */
public final class Replacements {

  private static final String RESOURCE = "replacements.txt";
  private static final Replacements BUILT_IN = read();

  private final Map<String, String> advice;

  private Replacements(Map<String, String> advice) {
    this.advice = advice;
  }

  /** The advice that is part of this build. */
  public static Replacements builtIn() {
    return BUILT_IN;
  }

  private static Replacements read() {
    try (InputStream in = Replacements.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      Map<String, String> advice = new HashMap<>();
      lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(line -> add(advice, line));
      return new Replacements(advice);
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }

  private static void add(Map<String, String> advice, String line) {
    int blank = line.indexOf(' ');
    if (blank < 0 || advice.put(line.substring(0, blank), line.substring(blank).strip()) != null) {
      throw new IllegalStateException(RESOURCE + ": no advice, or one more: " + line);
    }
  }

  /**
   * Advice for the use of a type, a member or an overload, as findings name it: {@code
   * java.lang.Math.sin(double)}. The longest name that has advice counts; empty if there is none.
   */
  public String instead(String used) {
    String name = used;
    while (!name.isEmpty()) {
      Optional<String> found = Optional.ofNullable(advice.get(name));
      if (found.isPresent()) {
        return found.get();
      }
      int end = name.indexOf('(') > 0 ? name.indexOf('(') : name.lastIndexOf('.');
      name = name.substring(0, Math.max(0, end));
    }
    return "";
  }
}
