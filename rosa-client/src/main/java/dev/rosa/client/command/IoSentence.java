package dev.rosa.client.command;

import dev.rosa.serving.PeerText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Translation of the JDK's I/O exceptions into sentences. Their messages are often a file name or a
 * class name.
 */
final class IoSentence {
  private static final int MOST_CHARS = 1_000;

  private IoSentence() {}

  /** The sentence without characters that a terminal obeys: names of files may be a stranger's. */
  static String of(IOException failure) {
    return PeerText.line(sentence(failure), MOST_CHARS);
  }

  private static String sentence(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return failure.getMessage() + ": no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return failure.getMessage() + ": may not be read or written";
    }
    if (failure instanceof FileSystemException about) {
      return about.getFile() + ": " + about.getReason();
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }
}
