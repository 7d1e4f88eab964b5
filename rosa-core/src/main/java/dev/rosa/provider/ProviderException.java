package dev.rosa.provider;

import dev.rosa.wire.Suite;
import java.util.Optional;

/** A provider that was named is missing, or does not do what it should. One line for a person. */
public final class ProviderException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String provider;
  private final Suite suite;

  ProviderException(String provider, String message, Throwable cause) {
    this(provider, null, message, cause);
  }

  ProviderException(String provider, Suite suite, String message, Throwable cause) {
    super(message, cause);
    this.provider = provider;
    this.suite = suite;
  }

  /** The same in another sentence. */
  ProviderException(String message, ProviderException same) {
    this(same.provider, same.suite, message, same);
  }

  /** What the configuration calls the provider. */
  public String provider() {
    return provider;
  }

  /** The suite it was to serve; empty if it could not even be loaded. */
  public Optional<Suite> suite() {
    return Optional.ofNullable(suite);
  }
}
