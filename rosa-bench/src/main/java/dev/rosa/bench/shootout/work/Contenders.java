package dev.rosa.bench.shootout.work;

import dev.rosa.provider.Candidates;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * All providers and engines of the shootout: those that {@code ./rosa providers} lists, and the
 * paper's, which no JVM can load any more. Drop-in jars come from {@code providers/} in the folder
 * that the system property {@value #HOME} names. Thread-safe.
 */
public final class Contenders {

  /** System property: the folder that ROSA is in. */
  public static final String HOME = "rosa.home";

  /** One of the four providers in the paper. */
  private static final Contender CRYPTIX =
      Contender.nowhere(
          "Cryptix", "its last release on Maven Central, 3.2.0, has no JCE interface");

  private final Candidates candidates;

  private Contenders(Candidates candidates) {
    this.candidates = candidates;
  }

  /** Those that this machine may have; nothing is loaded yet. */
  public static Contenders known() {
    return new Contenders(Candidates.known(Path.of(System.getProperty(HOME, "."), "providers")));
  }

  /** All of them, the absent ones, too. */
  public List<Contender> all() {
    return Stream.concat(candidates.all().stream().map(Contender::of), Stream.of(CRYPTIX)).toList();
  }

  /**
   * The one with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Contender named(String name) {
    return candidates
        .named(name)
        .map(Contender::of)
        .orElseThrow(() -> new IllegalArgumentException("there is no provider " + name));
  }
}
