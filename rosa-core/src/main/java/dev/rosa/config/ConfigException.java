package dev.rosa.config;

/**
 * A configuration that cannot be used.
 *
 * <p>The message is one line for the operator: where ({@code FILE:LINE}), what is wrong, what was
 * expected.
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
}
