package dev.rosa.provider;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.Problems;
import dev.rosa.config.XmlConfig;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Registry of the crypto providers in use, one for each suite, which makes the engines for packets.
 * Every provider named for a suite has given the known answer when the registry exists, or was
 * optional and is absent; the first one named serves, or with {@code choose="auto"} the fastest on
 * this machine. Immutable and thread-safe.
 */
public final class ProviderRegistry {

  private static final String SCHEMA = "dev/rosa/provider/providers.xsd";

  private final Map<Suite, ChosenServer> chosen;

  private ProviderRegistry(Map<Suite, ChosenServer> chosen) {
    this.chosen = chosen;
  }

  /** The JDK's own provider for every suite. */
  public static ProviderRegistry builtIn() {
    try {
      return resolve(ProvidersConfig.BUILT_IN, Conditions.here(false));
    } catch (ProviderException e) {
      throw new IllegalStateException("this JDK cannot serve ROSA: " + e.getMessage(), e);
    }
  }

  /**
   * The registry that a {@code providers.xml} describes, for a process that is about to serve:
   * measures what is to be measured and is not known yet, about two seconds a suite, and registers
   * with the JVM the providers that have a position.
   *
   * @throws ConfigException if the file cannot be read or is not valid
   * @throws ProviderException if a provider is unknown, broken, gives a wrong answer, or is absent
   *     and not optional
   */
  public static ProviderRegistry load(Path providersXml) throws ConfigException, ProviderException {
    return load(providersXml, Conditions.here(true));
  }

  /**
   * The same checks without consequences: measures nothing, writes nothing, registers nothing.
   * Where it is not known yet who is the fastest, the first stands for it.
   *
   * @throws ConfigException as {@link #load}
   * @throws ProviderException as {@link #load}
   */
  public static ProviderRegistry check(Path providersXml)
      throws ConfigException, ProviderException {
    return load(providersXml, Conditions.here(false));
  }

  static ProviderRegistry load(Path providersXml, Conditions conditions)
      throws ConfigException, ProviderException {
    ConfigFile<ProvidersConfig> file = open(providersXml);
    try {
      return resolve(file.value(), conditions);
    } catch (ProviderException e) {
      throw located(file, e);
    }
  }

  /**
   * Does what {@link #load}, or {@link #check} if nothing is about to serve, does, and reports all
   * that is wrong.
   *
   * @return empty only after an error
   */
  public static Optional<ProviderRegistry> read(
      Path providersXml, boolean serving, Problems problems) {
    Optional<ConfigFile<ProvidersConfig>> file =
        XmlConfig.read(providersXml, SCHEMA, ProvidersConfig.class, problems);
    return problems.hasErrors()
        ? Optional.empty()
        : file.flatMap(read -> resolve(read, Conditions.here(serving)));
  }

  private static Optional<ProviderRegistry> resolve(
      ConfigFile<ProvidersConfig> file, Conditions conditions) {
    try {
      return Optional.of(resolve(file.value(), conditions));
    } catch (ProviderException e) {
      e.all().forEach(each -> ProviderPlaces.of(file, each).mistake(each.getMessage()));
      return Optional.empty();
    }
  }

  /** The same with file and line. */
  static ProviderException located(ConfigFile<ProvidersConfig> file, ProviderException e) {
    return new ProviderException(ProviderPlaces.of(file, e).where() + ": " + e.getMessage(), e);
  }

  static ConfigFile<ProvidersConfig> open(Path providersXml) throws ConfigException {
    return XmlConfig.open(providersXml, SCHEMA, ProvidersConfig.class);
  }

  /**
   * Finds and tries every provider that is named.
   *
   * @throws ProviderException as {@link #load}
   */
  static ProviderRegistry resolve(ProvidersConfig config, Conditions conditions)
      throws ProviderException {
    return new ProviderRegistry(new RegistryBuilder(config, conditions).appoint());
  }

  /** A new engine for a suite, to be owned by one thread. */
  public SuiteEngine engineFor(Suite suite) {
    return chosen.get(suite).serving().newEngine();
  }

  /** The provider that serves each suite. */
  public Map<Suite, String> servedBy() {
    Map<Suite, String> names = new EnumMap<>(Suite.class);
    chosen.forEach((suite, to) -> names.put(suite, to.serving().label()));
    return names;
  }

  /** All that could serve a suite, in the order of the configuration. */
  List<String> tried(Suite suite) {
    return chosen.get(suite).tried().stream().map(Server::label).toList();
  }

  /**
   * One line that says who serves these suites, e.g. for a ready line; where it was measured who is
   * the fastest, also since when that is known: {@code HMAC-MD5=SunJCE
   * AES256-GCM=multi-buffer(auto,2026-11-21T03:50:00Z)}.
   */
  public String summary(Set<Suite> suites) {
    return chosen.entrySet().stream()
        .filter(entry -> suites.contains(entry.getKey()))
        .map(entry -> entry.getKey() + "=" + words(entry.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String words(ChosenServer to) {
    return to.serving().label() + to.since().map(at -> "(auto," + at + ")").orElse("");
  }
}
