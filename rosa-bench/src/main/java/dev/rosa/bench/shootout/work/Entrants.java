package dev.rosa.bench.shootout.work;

import dev.rosa.provider.Candidates;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that take part: the same set that {@code ./rosa providers} lists, and the paper's provider
 * that no JVM can load any more. Drop-in jars come from {@code providers/} in the folder that the
 * system property {@value #HOME} names. Thread-safe.
 */
public final class Entrants {

  /** System property: the folder that ROSA is in. */
  public static final String HOME = "rosa.home";

  /** One of the four providers in the paper. */
  private static final Entrant CRYPTIX =
      Entrant.nowhere("Cryptix", "its last release on Maven Central, 3.2.0, has no JCE interface");

  private final Candidates candidates;

  private Entrants(Candidates candidates) {
    this.candidates = candidates;
  }

  /** Those that this machine may have; nothing is loaded yet. */
  public static Entrants known() {
    return new Entrants(Candidates.known(Path.of(System.getProperty(HOME, "."), "providers")));
  }

  /** All of them, the absent ones, too. */
  public List<Entrant> all() {
    return Stream.concat(candidates.all().stream().map(Entrant::of), Stream.of(CRYPTIX)).toList();
  }

  /**
   * The one with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Entrant named(String name) {
    return candidates
        .named(name)
        .map(Entrant::of)
        .orElseThrow(() -> new IllegalArgumentException("there is no provider " + name));
  }
}
