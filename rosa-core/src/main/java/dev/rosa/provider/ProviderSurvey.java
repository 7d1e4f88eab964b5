package dev.rosa.provider;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.provider.ProvidersConfig.Serve;
import dev.rosa.provider.measure.PacketMix;
import dev.rosa.provider.measure.Timing;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Survey of every provider that might serve, those that a configuration names and those that ROSA
 * knows: presence, correctness, speed and role. For a person; it changes nothing. Owned by one
 * thread.
 */
public final class ProviderSurvey {

  /** Role of a provider for a suite under the configuration. */
  public enum Role {
    /** It serves. */
    SERVES,
    /** It is named, and another serves. */
    NAMED,
    /** It is named with {@code choose="auto"}, and the next start measures who serves. */
    UNDECIDED,
    /** It is not named. */
    NONE
  }

  /**
   * One provider for one suite.
   *
   * @param provider its name in {@code providers.xml}; for two of them {@code ACCP+SunJCE}
   * @param absence reason why it cannot serve the suite; empty if it can
   * @param errors its errors; empty if there are none, or if it is absent
   * @param role its role under the configuration
   */
  public record Row(
      Suite suite, String provider, Optional<String> absence, List<String> errors, Role role) {

    /** True if it is there and gave the known answer. */
    public boolean isUsable() {
      return absence.isEmpty() && errors.isEmpty();
    }
  }

  /**
   * Something that is brought up as a whole.
   *
   * @param description name and version; empty if it is absent
   * @param absence why it is; empty if it is there
   */
  public record Present(String name, String description, Optional<String> absence) {}

  /**
   * Result of a measurement.
   *
   * @param timings by provider
   * @param failures providers that failed meanwhile, and how
   * @param isWarm true if the JVM's compiler had finished in time; otherwise engines in Java are
   *     faster than this
   */
  public record Measured(
      Map<String, Timing> timings, Map<String, String> failures, boolean isWarm) {}

  private final ProvidersConfig named;
  private final ProvidersConfig all;
  private final EngineRace race;
  private final Servers servers;
  private final Candidates candidates;
  private Map<Suite, ChosenServer> chosen = Map.of();
  private Optional<ProviderException> refusal = Optional.empty();

  private ProviderSurvey(ProvidersConfig named, ProvidersConfig known, Conditions conditions) {
    this.named = named;
    this.all = named.and(known);
    this.race = conditions.race();
    this.servers = new Servers(new ProviderLoader(all, conditions.engines()));
    this.candidates = Candidates.of(all, conditions.engines());
  }

  /**
   * A survey under a configuration.
   *
   * @param providersXml the configuration; empty: none, so that SunJCE serves all
   * @param dropIns the folder of drop-in jars
   * @throws ConfigException if the file cannot be read or is not valid
   */
  public static ProviderSurvey of(Optional<Path> providersXml, Path dropIns)
      throws ConfigException {
    return of(providersXml, dropIns, Conditions.here(false));
  }

  static ProviderSurvey of(Optional<Path> providersXml, Path dropIns, Conditions conditions)
      throws ConfigException {
    Optional<ConfigFile<ProvidersConfig>> file = Optional.empty();
    if (providersXml.isPresent()) {
      file = Optional.of(ProviderRegistry.open(providersXml.get()));
    }
    ProvidersConfig named = file.map(ConfigFile::value).orElse(ProvidersConfig.BUILT_IN);
    ProviderSurvey survey = new ProviderSurvey(named, KnownProviders.config(dropIns), conditions);
    try {
      survey.chosen = new RegistryBuilder(named, conditions).appoint();
    } catch (ProviderException e) {
      survey.refusal = Optional.of(file.map(read -> ProviderRegistry.located(read, e)).orElse(e));
    }
    return survey;
  }

  /** Reason why no role would start with the configuration, in a sentence; empty if one would. */
  public Optional<String> refusal() {
    return refusal.map(ProviderException::getMessage);
  }

  /** Every provider as a whole, the engines of ROSA's own native code among them. */
  public List<Present> providers() {
    return candidates.all().stream()
        .map(each -> new Present(each.name(), each.description(), each.absence()))
        .toList();
  }

  /**
   * Time of the measurement that chose the suite's provider, if the configuration wants one and
   * there was one.
   */
  public Optional<Instant> since(Suite suite) {
    return Optional.ofNullable(chosen.get(suite)).flatMap(ChosenServer::since);
  }

  /** All candidates for a suite: those that the configuration names first. */
  public List<Row> rows(Suite suite) {
    return serves(suite).stream().map(serve -> row(suite, serve)).toList();
  }

  private Row row(Suite suite, Serve serve) {
    Role role = role(suite, serve);
    try {
      List<String> errors = servers.of(suite, serve).errors();
      return new Row(suite, serve.label(), Optional.empty(), errors, role);
    } catch (AbsentProviderException | ProviderException e) {
      return new Row(suite, serve.label(), Optional.of(e.getMessage()), List.of(), role);
    }
  }

  private List<Serve> serves(Suite suite) {
    List<Serve> serves = new ArrayList<>(named.of(suite).serves());
    for (Candidate candidate : candidates.all()) {
      Serve serve = all.serve(suite, candidate.name());
      if (serves.stream().noneMatch(listed -> listed.label().equals(candidate.name()))
          && !serves.contains(serve)) {
        serves.add(serve);
      }
    }
    return serves;
  }

  private Role role(Suite suite, Serve serve) {
    boolean isNamed =
        named.of(suite).serves().stream().anyMatch(listed -> listed.label().equals(serve.label()));
    ChosenServer to = chosen.get(suite);
    if (!isNamed) {
      return Role.NONE;
    }
    if (to == null) {
      return Role.NAMED;
    }
    if (to.isOpen()) {
      return Role.UNDECIDED;
    }
    return to.serving().label().equals(serve.label()) ? Role.SERVES : Role.NAMED;
  }

  /**
   * Measures the usable providers of a suite against each other.
   *
   * @param payloadBytes 1–8,900
   * @param batch packets in one call, 1–1,024
   * @param budget about how long it may take
   */
  public Measured measure(Suite suite, int payloadBytes, int batch, Duration budget) {
    List<Server> left = usable(suite);
    Map<String, String> failures = new LinkedHashMap<>();
    while (!left.isEmpty()) {
      try {
        return measured(
            left, race.within(budget).run(left, PacketMix.only(payloadBytes, batch)), failures);
      } catch (EngineRace.WrongAnswerException e) {
        failures.put(e.server().label(), e.getMessage());
        left.removeIf(server -> server.label().equals(e.server().label()));
      }
    }
    return new Measured(Map.of(), failures, true);
  }

  private static Measured measured(
      List<Server> servers, EngineRace.Outcome outcome, Map<String, String> failures) {
    Map<String, Timing> byName = new LinkedHashMap<>();
    for (int i = 0; i < servers.size(); i++) {
      byName.put(servers.get(i).label(), outcome.timings().get(i));
    }
    return new Measured(byName, failures, outcome.isWarm());
  }

  private List<Server> usable(Suite suite) {
    List<Server> usable = new ArrayList<>();
    for (Serve serve : serves(suite)) {
      try {
        Server server = servers.of(suite, serve);
        if (server.errors().isEmpty()) {
          usable.add(server);
        }
      } catch (AbsentProviderException | ProviderException e) {
        // rows() tells.
      }
    }
    return usable;
  }
}
