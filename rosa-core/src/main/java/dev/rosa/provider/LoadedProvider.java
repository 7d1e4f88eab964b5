package dev.rosa.provider;

import dev.rosa.crypto.EngineProvider;
import java.net.URLClassLoader;
import java.security.Provider;

/**
 * Crypto provider that is loaded: a JCE provider, or a provider of engines that do not come from
 * JCE.
 *
 * @param name its name in the configuration
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

  /**
   * With the version that its jar tells, where it has one of its own: some providers always say
   * 1.0.
   */
  private static String describe(Provider provider) {
    Class<?> type = provider.getClass();
    boolean ownJar = type.getClassLoader() instanceof URLClassLoader;
    String version = ownJar ? type.getPackage().getImplementationVersion() : null;
    return provider.getName() + " " + (version == null ? provider.getVersionStr() : version);
  }
}
