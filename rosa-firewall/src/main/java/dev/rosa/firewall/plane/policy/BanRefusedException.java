package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Source;
import java.util.Optional;

/** Exception for a ban that an operator asked for and does not get; the message is one line. */
public final class BanRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Source> source;

  BanRefusedException(String message) {
    super(message);
    this.source = Optional.empty();
  }

  /** With the source that is refused. */
  BanRefusedException(Source source, String message) {
    super(message);
    this.source = Optional.of(source);
  }

  /** The source that is refused; empty: all that were asked for are. */
  public Optional<Source> source() {
    return source == null ? Optional.empty() : source;
  }
}
