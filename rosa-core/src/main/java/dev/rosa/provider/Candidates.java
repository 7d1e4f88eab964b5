package dev.rosa.provider;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * List of every crypto provider that may be chosen for suites, present or not, in a fixed order.
 * Benches, tests and {@code rosa providers} enumerate this set. Thread-safe.
 */
public final class Candidates {

  private final List<Candidate> all;

  private Candidates(List<Candidate> all) {
    this.all = all;
  }

  /**
   * The providers that ROSA knows by name and all engines on the class path. Nothing is loaded yet.
   *
   * @param dropInDirectory the folder of drop-in jars, usually {@code providers/}; it need not
   *     exist
   */
  public static Candidates known(Path dropInDirectory) {
    return of(KnownProviders.config(dropInDirectory), EngineProviders.installed());
  }

  /** Those that a configuration names, engines on the class path, and SunJCE. */
  public static Candidates of(ProvidersConfig config, EngineProviders engines) {
    List<String> names = new ArrayList<>(engines.names());
    names.add(KnownProviders.SUN_JCE);
    if (!names.contains(KnownProviders.MULTI_BUFFER)) {
      names.add(0, KnownProviders.MULTI_BUFFER);
    }
    config.names().stream().filter(name -> !names.contains(name)).forEach(names::add);
    ProviderLoader loader = new ProviderLoader(config, engines);
    return new Candidates(
        names.stream()
            .map(name -> new Candidate(name, loader, suite -> config.serve(suite, name)))
            .toList());
  }

  /** All of them, each with a name of its own; the absent ones, too. */
  public List<Candidate> all() {
    return all;
  }

  /** Those that are there. */
  public List<Candidate> present() {
    return all.stream().filter(candidate -> candidate.absence().isEmpty()).toList();
  }

  /** The one with this name. */
  public Optional<Candidate> named(String name) {
    return all.stream().filter(candidate -> candidate.name().equals(name)).findFirst();
  }
}
