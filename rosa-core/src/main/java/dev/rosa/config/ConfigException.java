package dev.rosa.config;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/**
 * Exception for a configuration that cannot be used, with every mistake that was found.
 *
 * <p>The message has one line for the operator for each mistake: where ({@code FILE:LINE}), what is
 * wrong, what was expected.
 */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Makes one from a finished sentence. */
  public ConfigException(String message) {
    super(message);
  }

  /** Makes one from a finished sentence, keeping what led to it. */
  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Makes one from several finished sentences. */
  ConfigException(List<String> lines) {
    super(String.join("\n", lines));
  }

  /**
   * The failure in one line without line breaks: its message, or what is wrong with the file that
   * the JDK's exceptions about files have for one.
   */
  public static String oneLine(Throwable e) {
    return sentence(e).replaceAll("\\s*\\R\\s*", " ").strip();
  }

  private static String sentence(Throwable e) {
    if (e instanceof NoSuchFileException) {
      return e.getMessage() + ": no such file";
    }
    if (e instanceof AccessDeniedException) {
      return e.getMessage() + ": may not be read or written";
    }
    if (e instanceof FileAlreadyExistsException) {
      return e.getMessage() + ": is there already";
    }
    if (e instanceof FileSystemException about && about.getReason() != null) {
      return about.getFile() + ": " + about.getReason();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** The lines of the message. */
  public List<String> lines() {
    return getMessage().lines().toList();
  }
}
