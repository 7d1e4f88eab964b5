package dev.rosa.client.command;

import dev.rosa.config.ConfigException;
import dev.rosa.serving.PeerText;
import java.io.IOException;

/**
 * Translation of the JDK's I/O exceptions into sentences. Their messages are often a file name or a
 * class name.
 */
final class IoSentence {
  private static final int MOST_CHARS = 1_000;

  private IoSentence() {}

  /** The sentence without characters that a terminal obeys: names of files may be a stranger's. */
  static String of(IOException failure) {
    return PeerText.line(ConfigException.oneLine(failure), MOST_CHARS);
  }
}
