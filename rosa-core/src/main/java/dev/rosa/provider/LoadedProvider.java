package dev.rosa.provider;

import dev.rosa.crypto.EngineProvider;
import java.security.Provider;
import java.util.Optional;

/**
 * A provider that is there: a JCE provider, or one of engines.
 *
 * @param name what the configuration calls it
 * @param jce null if it is one of engines
 * @param engines null if it is a JCE provider
 * @param description name and version, for reports
 */
record LoadedProvider(String name, Provider jce, EngineProvider engines, String description) {

  static LoadedProvider of(String name, Provider provider) {
    return new LoadedProvider(name, provider, null, describe(provider));
  }

  static LoadedProvider of(EngineProvider engines) {
    return new LoadedProvider(engines.name(), null, engines, engines.description());
  }

  /** The version that its jar tells is the finer one: some providers always say 1.0. */
  private static String describe(Provider provider) {
    return provider.getName()
        + " "
        + Optional.ofNullable(provider.getClass().getPackage())
            .map(Package::getImplementationVersion)
            .orElseGet(provider::getVersionStr);
  }
}
