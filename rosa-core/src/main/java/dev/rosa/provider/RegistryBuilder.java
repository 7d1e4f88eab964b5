package dev.rosa.provider;

import dev.rosa.provider.ProvidersConfig.Named;
import dev.rosa.provider.ProvidersConfig.Serve;
import dev.rosa.provider.ProvidersConfig.Served;
import dev.rosa.provider.measure.Measurement;
import dev.rosa.provider.measure.PacketMix;
import dev.rosa.wire.active.Suite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builder of a {@link ProviderRegistry}: it tries every named provider and appoints the serving one
 * of each suite. Providers that have a position are registered with the JVM. Owned by one thread.
 */
final class RegistryBuilder {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderRegistry.class);

  private final ProvidersConfig config;
  private final Conditions conditions;
  private final ProviderLoader loader;
  private final Servers servers;
  private final AbsentProviders absentProviders = new AbsentProviders();
  private final List<ProviderException> refusals = new ArrayList<>();

  RegistryBuilder(ProvidersConfig config, Conditions conditions) {
    this.config = config;
    this.conditions = conditions;
    this.loader = new ProviderLoader(config, conditions.engines());
    this.servers = new Servers(loader);
  }

  /**
   * Appoints the provider that serves each suite.
   *
   * @throws ProviderException if a provider is unknown, broken or wrong, or absent and not
   *     optional; it knows all of them
   */
  Map<Suite, ChosenServer> appoint() throws ProviderException {
    config.providers().stream().filter(provider -> !isNamed(provider)).forEach(this::look);
    Map<Suite, List<Server>> tried = new EnumMap<>(Suite.class);
    for (Suite suite : Suite.values()) {
      tried.put(suite, tried(suite));
    }
    if (!refusals.isEmpty()) {
      throw ProviderException.of(refusals);
    }
    Map<Suite, ChosenServer> chosen = appointed(tried);
    absentProviders.log(chosen);
    registerWithJvm();
    return chosen;
  }

  private boolean isNamed(Named provider) {
    return provider.position() > 0
        || config.suites().stream()
            .flatMap(served -> served.serves().stream())
            .anyMatch(
                serve ->
                    serve.provider().equals(provider.name())
                        || serve.cipherProvider().equals(provider.name()));
  }

  private void look(Named unused) {
    try {
      DropIn.requireSound(unused);
    } catch (ProviderException e) {
      refusals.add(e);
    }
  }

  private List<Server> tried(Suite suite) {
    int before = refusals.size();
    List<Server> passed = new ArrayList<>();
    for (Serve serve : config.of(suite).serves()) {
      try {
        passed.add(tried(suite, serve));
      } catch (AbsentProviderException e) {
        absentProviders.add(serve.label(), suite, e.getMessage());
      } catch (ProviderException e) {
        refusals.add(e);
      }
    }
    if (passed.isEmpty() && refusals.size() == before) {
      refusals.add(noProvider(suite));
    }
    return List.copyOf(passed);
  }

  private Server tried(Suite suite, Serve serve) throws ProviderException, AbsentProviderException {
    try {
      Server server = servers.of(suite, serve);
      requireKnownAnswer(server, serve);
      return server;
    } catch (AbsentProviderException e) {
      if (config.isOptional(serve)) {
        throw e;
      }
      throw absent(serve, suite, e);
    }
  }

  private static void requireKnownAnswer(Server server, Serve serve) throws ProviderException {
    List<String> errors = server.errors();
    if (!errors.isEmpty()) {
      throw new ProviderException(
          serve.provider(),
          server.suite(),
          "provider %s gives a wrong answer for %s: %s"
              .formatted(server.label(), server.suite(), errors.get(0)),
          null);
    }
  }

  /** A jar that is not there is the same mistake for all suites, where the jar is named. */
  private static ProviderException absent(Serve serve, Suite suite, AbsentProviderException e) {
    if (e.isMissingJar()) {
      return new ProviderException(
          serve.provider(), "provider " + serve.provider() + ": " + e.getMessage(), e);
    }
    return new ProviderException(
        serve.provider(),
        suite,
        "provider %s cannot serve %s: %s".formatted(serve.label(), suite, e.getMessage()),
        e);
  }

  private ProviderException noProvider(Suite suite) {
    String first = config.of(suite).serves().get(0).provider();
    return new ProviderException(
        first,
        suite,
        "no provider serves %s: every one named is absent: %s"
            .formatted(suite, absentProviders.of(suite)),
        null);
  }

  private Map<Suite, ChosenServer> appointed(Map<Suite, List<Server>> tried)
      throws ProviderException {
    Map<Suite, PacketMix> autos = new EnumMap<>(Suite.class);
    for (Suite suite : Suite.values()) {
      Served served = config.of(suite);
      if (served.isAuto()) {
        autos.put(suite, served.mix());
      }
    }
    Map<Suite, Measurement> fastest =
        autos.isEmpty()
            ? Map.of()
            : new AutoChoice(conditions, config.measured()).fastest(tried, autos);
    Map<Suite, ChosenServer> chosen = new EnumMap<>(Suite.class);
    tried.forEach((suite, list) -> chosen.put(suite, appointed(suite, list, fastest)));
    return chosen;
  }

  private ChosenServer appointed(Suite suite, List<Server> tried, Map<Suite, Measurement> fastest) {
    if (!config.of(suite).isAuto()) {
      return ChosenServer.first(tried);
    }
    Measurement measurement = fastest.get(suite);
    return measurement == null
        ? ChosenServer.open(tried)
        : ChosenServer.fastest(tried, measurement);
  }

  private void registerWithJvm() throws ProviderException {
    List<Named> positioned =
        config.providers().stream()
            .filter(provider -> provider.position() > 0)
            .sorted(Comparator.comparingInt(Named::position))
            .toList();
    for (Named provider : positioned) {
      try {
        LoadedProvider loaded = loader.find(provider.name());
        if (conditions.serving()) {
          JvmProviders.register(provider, loaded.jce());
        }
      } catch (AbsentProviderException e) {
        if (!provider.optional()) {
          throw new ProviderException(
              provider.name(),
              "provider %s cannot be registered at position %d: %s"
                  .formatted(provider.name(), provider.position(), e.getMessage()),
              e);
        }
        LOG.info("provider {} is absent and not registered: {}", provider.name(), e.getMessage());
      }
    }
  }
}
