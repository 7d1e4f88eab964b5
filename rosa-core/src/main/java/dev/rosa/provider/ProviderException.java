package dev.rosa.provider;

import dev.rosa.wire.active.Suite;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Exception for a named crypto provider that is missing or does not do what it should; its message
 * is one line for a person.
 */
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

  /** One for all of them, which are at least one: the first, which knows the others. */
  static ProviderException of(List<ProviderException> all) {
    ProviderException first = all.get(0);
    all.stream().skip(1).forEach(first::addSuppressed);
    return first;
  }

  /** Itself, and the others that were found with it. */
  List<ProviderException> all() {
    Stream<Throwable> others = Arrays.stream(getSuppressed());
    return Stream.concat(
            Stream.of(this),
            others.filter(ProviderException.class::isInstance).map(ProviderException.class::cast))
        .toList();
  }

  /** Name of the provider in the configuration. */
  public String provider() {
    return provider;
  }

  /** The suite it was to serve; empty if it could not even be loaded. */
  public Optional<Suite> suite() {
    return Optional.ofNullable(suite);
  }
}
