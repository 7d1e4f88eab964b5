package dev.rosa.config;

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

  /** The failure's message, in one line without line breaks. */
  public static String oneLine(Throwable e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.replaceAll("\\s*\\R\\s*", " ").strip();
  }

  /** The lines of the message. */
  public List<String> lines() {
    return getMessage().lines().toList();
  }
}
