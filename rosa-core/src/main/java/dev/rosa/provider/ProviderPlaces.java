package dev.rosa.provider;

import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.provider.ProvidersConfig.Serve;
import dev.rosa.provider.ProvidersConfig.Served;
import dev.rosa.wire.active.Suite;
import java.util.List;
import java.util.Optional;

/** Places in {@code providers.xml} that name a provider, for a message. Stateless. */
final class ProviderPlaces {

  private ProviderPlaces() {}

  /**
   * The entry of the provider for the suite that it was to serve; without a suite, its declaration,
   * or else the first entry that names it.
   */
  static ConfigPlace of(ConfigFile<ProvidersConfig> file, ProviderException e) {
    Optional<ConfigPlace> declared =
        e.suite().isPresent() ? Optional.empty() : declaration(file, e.provider());
    return declared.or(() -> entry(file, e)).orElse(file.root());
  }

  private static Optional<ConfigPlace> declaration(
      ConfigFile<ProvidersConfig> file, String provider) {
    List<ProvidersConfig.Named> declared = file.value().providers();
    for (int i = 0; i < declared.size(); i++) {
      if (declared.get(i).name().equals(provider)) {
        return Optional.of(file.root().at("provider", i));
      }
    }
    return Optional.empty();
  }

  private static Optional<ConfigPlace> entry(
      ConfigFile<ProvidersConfig> file, ProviderException e) {
    String suite = e.suite().map(Suite::protocolName).orElse(null);
    List<Served> suites = file.value().suites();
    for (int i = 0; i < suites.size(); i++) {
      List<Serve> serves = suites.get(i).serves();
      for (int j = 0; j < serves.size(); j++) {
        if ((suite == null || suite.equals(suites.get(i).name()))
            && names(serves.get(j), e.provider())) {
          return Optional.of(file.root().at("suite", i).at("serve", j));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean names(Serve serve, String provider) {
    return serve.provider().equals(provider)
        || serve.cipherProvider().equals(provider)
        || serve.label().equals(provider);
  }
}
