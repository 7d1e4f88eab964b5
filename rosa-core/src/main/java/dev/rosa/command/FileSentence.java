package dev.rosa.command;

import dev.rosa.config.ConfigException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Sentence for the JDK's exceptions about files, whose messages are a file's name. Stateless. */
public final class FileSentence {

  private FileSentence() {}

  /** The failure in one line: what is wrong, with its file if it is about one. */
  public static String of(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return failure.getMessage() + ": no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return failure.getMessage() + ": may not be read or written";
    }
    if (failure instanceof FileSystemException about && about.getReason() != null) {
      return about.getFile() + ": " + about.getReason();
    }
    return ConfigException.oneLine(failure);
  }
}
