package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Source;
import java.util.Optional;

/** Sources that are never banned. */
@FunctionalInterface
public interface NeverBanned {

  /** The reason why a source is not banned: it, or an address in it, is allowed; empty: none. */
  Optional<String> why(Source source);

  /**
   * The reason why a ban in force ends before its time; empty: none. There may be none for a source
   * that would not be banned anew.
   *
   * @param byOperator whether an operator has asked for the ban
   */
  default Optional<String> whyEnds(Source banned, boolean byOperator) {
    return why(banned);
  }
}
