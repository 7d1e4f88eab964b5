package dev.rosa.config;

import java.nio.file.Path;

/**
 * One mistake of a configuration, or one warning. Immutable.
 *
 * @param file the configuration that has it
 * @param line from 1; 0 means the file as a whole
 * @param isWarning true if a node starts all the same
 * @param sentence what is wrong and what was expected, in one line, without file and line
 */
public record Problem(Path file, int line, boolean isWarning, String sentence) {

  /** {@code FILE:LINE: SENTENCE}, with {@code warning:} before the sentence if it is one. */
  @Override
  public String toString() {
    String where = line < 1 ? file.toString() : file + ":" + line;
    return where + ": " + (isWarning ? "warning: " : "") + sentence;
  }
}
