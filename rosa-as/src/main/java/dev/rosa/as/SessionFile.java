package dev.rosa.as;

import dev.rosa.config.BoundedLines;
import dev.rosa.config.ConfigException;
import dev.rosa.serving.PeerText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reader of a file of sessions to revoke: a session number in each line, in hexadecimal. Empty
 * lines count as lines.
 */
final class SessionFile {
  private static final Pattern NUMBER = Pattern.compile("[0-9A-Fa-f]{1,16}");
  private static final long MOST_BYTES = 256L << 20;
  private static final int LONGEST_LINE = 4_096;
  private static final int MOST_WRONG = 10;
  private static final int MOST_CHARS = 40;

  private SessionFile() {}

  /** Tells whether a text is a session number. */
  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /**
   * Reads all numbers.
   *
   * @throws ConfigException that names the wrong lines, ten at most
   */
  static List<Long> read(Path file) throws ConfigException {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        throw new ConfigException(file + ": expected a file of at most 256MiB");
      }
      try (BufferedReader lines = Files.newBufferedReader(file)) {
        return read(file, lines);
      }
    } catch (MalformedInputException e) {
      throw new ConfigException(file + ": is no text, expected a session number in each line", e);
    } catch (IOException e) {
      throw new ConfigException(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static List<Long> read(Path file, BufferedReader lines)
      throws ConfigException, IOException {
    List<Long> numbers = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    int line = 0;
    BoundedLines bounded = new BoundedLines(lines, LONGEST_LINE);
    for (String text = bounded.next(); text != null; text = bounded.next()) {
      line++;
      String number = text.strip();
      if (isNumber(number)) {
        numbers.add(Long.parseUnsignedLong(number, 16));
      } else if (!number.isEmpty() && wrong.size() < MOST_WRONG) {
        wrong.add(
            "%s:%d: is '%s', expected 1 to 16 hexadecimal digits"
                .formatted(file, line, PeerText.line(number, MOST_CHARS)));
      }
    }
    if (!wrong.isEmpty()) {
      throw new ConfigException(String.join("; ", wrong));
    }
    return numbers;
  }
}
