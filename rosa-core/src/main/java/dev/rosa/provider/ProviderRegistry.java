package dev.rosa.provider;

import dev.rosa.config.ConfigException;
import dev.rosa.config.XmlConfig;
import dev.rosa.crypto.JceEngines;
import dev.rosa.crypto.JceNames;
import dev.rosa.crypto.JceService;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.Suite;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Provider;
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

  /** A provider that passed, with the names it goes by. */
  private record Server(String provider, JceService mac, JceService cipher) {}

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
    ProviderLoader loader = new ProviderLoader(config);
    Map<Suite, List<Server>> servers = new EnumMap<>(Suite.class);
    for (Suite suite : Suite.values()) {
      List<Server> list = new ArrayList<>();
      for (ProvidersConfig.Serve serve : config.servesFor(suite)) {
        list.add(tried(suite, serve, loader.find(serve.provider())));
      }
      servers.put(suite, List.copyOf(list));
    }
    return new ProviderRegistry(servers);
  }

  private static Server tried(Suite suite, ProvidersConfig.Serve serve, Provider provider)
      throws ProviderException {
    Server server =
        new Server(
            provider.getName(),
            service(provider, serve.mac(), JceNames.mac(suite), serve.keyFactory()),
            service(provider, serve.cipher(), JceNames.cipher(suite), serve.keyFactory()));
    List<String> errors;
    try {
      errors = KnownAnswer.errors(engine(suite, server));
    } catch (GeneralSecurityException | IllegalStateException e) {
      throw new ProviderException(
          "provider %s cannot serve %s: %s".formatted(provider.getName(), suite, reason(e)), e);
    }
    if (!errors.isEmpty()) {
      throw new ProviderException(
          "provider %s gives a wrong answer for %s: %s"
              .formatted(provider.getName(), suite, errors.get(0)));
    }
    return server;
  }

  private static String reason(Exception e) {
    return e instanceof IllegalStateException && e.getCause() != null
        ? e.getMessage() + ": " + e.getCause().getMessage()
        : e.getMessage();
  }

  private static JceService service(
      Provider provider, String named, String standard, String keyFactory) {
    String algorithm = named.isEmpty() ? standard : named;
    String keyAlgorithm = algorithm.startsWith("AES") ? "AES" : algorithm;
    return new JceService(provider, algorithm, keyAlgorithm, keyFactory);
  }

  private static SuiteEngine engine(Suite suite, Server server) throws GeneralSecurityException {
    return JceEngines.create(suite, server.mac(), server.cipher());
  }

  /** A new engine for a suite, to be owned by one thread. */
  public SuiteEngine engineFor(Suite suite) {
    try {
      return engine(suite, servers.get(suite).get(0));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a provider that served at start does no longer", e);
    }
  }

  /** The provider that serves each suite. */
  public Map<Suite, String> servedBy() {
    return servers.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> entry.getValue().get(0).provider(),
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
