package dev.rosa.provider;

import dev.rosa.config.ConfigException;
import dev.rosa.config.XmlConfig;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who serves each suite. Every provider named for a suite has given the known answer when the
 * registry exists; the first one named serves. Immutable and thread-safe.
 */
public final class ProviderRegistry {

  private final Map<Suite, List<Server>> servers;

  private ProviderRegistry(Map<Suite, List<Server>> servers) {
    this.servers = servers;
  }

  /** The JDK's own provider for every suite. */
  public static ProviderRegistry builtIn() {
    try {
      return resolve(ProvidersConfig.BUILT_IN);
    } catch (ProviderException e) {
      throw new IllegalStateException("this JDK cannot serve ROSA: " + e.getMessage(), e);
    }
  }

  /**
   * The registry that a {@code providers.xml} describes.
   *
   * @throws ConfigException if the file cannot be read or is not valid
   * @throws ProviderException if a provider is missing, lacks an algorithm, or answers wrongly
   */
  public static ProviderRegistry load(Path providersXml) throws ConfigException, ProviderException {
    ProvidersConfig config =
        XmlConfig.load(providersXml, "dev/rosa/provider/providers.xsd", ProvidersConfig.class);
    try {
      return resolve(config);
    } catch (ProviderException e) {
      throw new ProviderException(providersXml + ": " + e.getMessage(), e);
    }
  }

  /**
   * Finds and tries every provider that is named.
   *
   * @throws ProviderException if one is missing, lacks an algorithm, or answers wrongly
   */
  static ProviderRegistry resolve(ProvidersConfig config) throws ProviderException {
    Servers known = new Servers(new ProviderLoader(config, EngineProviders.installed()));
    Map<Suite, List<Server>> servers = new EnumMap<>(Suite.class);
    for (Suite suite : Suite.values()) {
      List<Server> list = new ArrayList<>();
      for (ProvidersConfig.Serve serve : config.of(suite).serves()) {
        list.add(tried(known, suite, serve));
      }
      servers.put(suite, List.copyOf(list));
    }
    return new ProviderRegistry(servers);
  }

  private static Server tried(Servers known, Suite suite, ProvidersConfig.Serve serve)
      throws ProviderException {
    try {
      Server server = known.of(suite, serve);
      List<String> errors = server.errors();
      if (!errors.isEmpty()) {
        throw new ProviderException(
            serve.provider(),
            suite,
            "provider %s gives a wrong answer for %s: %s"
                .formatted(serve.label(), suite, errors.get(0)),
            null);
      }
      return server;
    } catch (AbsentProviderException e) {
      throw new ProviderException(
          serve.provider(),
          suite,
          "provider %s cannot serve %s: %s".formatted(serve.label(), suite, e.getMessage()),
          e);
    }
  }

  /** A new engine for a suite, to be owned by one thread. */
  public SuiteEngine engineFor(Suite suite) {
    return servers.get(suite).get(0).newEngine();
  }

  /** The provider that serves each suite. */
  public Map<Suite, String> servedBy() {
    return servers.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> entry.getValue().get(0).label(),
                (a, b) -> a,
                () -> new EnumMap<>(Suite.class)));
  }

  /** One line that says who serves these suites, e.g. for a ready line. */
  public String summary(Set<Suite> suites) {
    return servedBy().entrySet().stream()
        .filter(entry -> suites.contains(entry.getKey()))
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }
}
