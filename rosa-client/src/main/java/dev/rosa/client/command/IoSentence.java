package dev.rosa.client.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Sentences for the JDK's I/O exceptions, whose messages are often a file name or a class name. */
final class IoSentence {
  private IoSentence() {}

  static String of(IOException failure) {
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
