package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Source;
import java.util.Optional;

/** Sources that are never banned. */
@FunctionalInterface
public interface NeverBanned {

  /** The reason why a source is not banned: it, or an address in it, is allowed; empty: none. */
  Optional<String> why(Source source);
}
