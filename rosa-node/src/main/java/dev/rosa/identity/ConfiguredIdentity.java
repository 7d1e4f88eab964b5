package dev.rosa.identity;

import dev.rosa.config.ConfigPlace;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** Loader of the identity that a node's configuration names, with reports at its key. Stateless. */
public final class ConfiguredIdentity {

  private ConfiguredIdentity() {}

  /**
   * Loads it; reports at its key what is wrong with it, and a warning before its certificate ends.
   *
   * @param prefix as in {@link Identity#load(Path)}; null if the configuration has none that can be
   *     used
   * @return empty if it cannot be used
   */
  public static Optional<Identity> load(ConfigPlace place, Path prefix, Role role) {
    if (prefix == null) {
      return Optional.empty();
    }
    InstantSource clock = InstantSource.system();
    Optional<Identity> identity = place.read(() -> Identity.load(prefix, clock, role));
    identity
        .flatMap(known -> CertificateEnd.warning(known.certificate(), clock))
        .ifPresent(warning -> place.warn("names " + prefix + ".crt: " + warning));
    return identity;
  }
}
