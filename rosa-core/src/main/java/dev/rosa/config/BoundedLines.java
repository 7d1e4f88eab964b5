package dev.rosa.config;

import java.io.IOException;
import java.io.Reader;

/** Lines of a file, none longer than a bound. Owned by one thread. */
public final class BoundedLines {
  private final Reader reader;
  private final int longest;
  private final StringBuilder line = new StringBuilder();
  private int number;
  private boolean whole;

  /**
   * The lines of a reader, which the caller closes.
   *
   * @param longest characters of a line
   */
  public BoundedLines(Reader reader, int longest) {
    this.reader = reader;
    this.longest = longest;
  }

  /**
   * The next line without its end; null behind the last one.
   *
   * @throws IOException also if it is longer than a line may be
   */
  public String next() throws IOException {
    line.setLength(0);
    number++;
    int c = reader.read();
    if (c < 0) {
      return null;
    }
    while (c >= 0 && c != '\n') {
      if (line.length() == longest) {
        throw new IOException("line " + number + " is longer than " + longest + " characters");
      }
      line.append((char) c);
      c = reader.read();
    }
    whole = c >= 0;
    return line.toString();
  }

  /** Number of the line that was read last, from 1. */
  public int number() {
    return number;
  }

  /** True if the line that was read last has an end. */
  public boolean isWhole() {
    return whole;
  }
}
