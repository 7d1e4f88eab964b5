package dev.rosa.proof;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.provider.Candidate;
import dev.rosa.provider.Candidates;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** All providers and engines that can serve suites, drop-ins included. */
final class TestedProviders {

  /** Folder where the build leaves the drop-in jars; a forked JVM is told. */
  static final String DROP_IN_PROPERTY = "proof.providers";

  /** Names of those that count, separated by commas; all of them if it is not set. */
  static final String ONLY_PROPERTY = "proof.parties";

  private static final List<String> ONLY =
      List.of(System.getProperty(ONLY_PROPERTY, "").split(",", -1));

  private static final Candidates KNOWN = Candidates.known(dropIns());

  private TestedProviders() {}

  static Path dropIns() {
    String base = System.getProperty("basedir", "");
    return Path.of(
        System.getProperty(
            DROP_IN_PROPERTY, Path.of(base).toAbsolutePath().resolveSibling("providers") + ""));
  }

  private static boolean counts(Candidate tested) {
    return ONLY.equals(List.of("")) || ONLY.contains(tested.name());
  }

  static List<Candidate> all() {
    return KNOWN.all().stream().filter(TestedProviders::counts).toList();
  }

  static List<TestedProvider> present() {
    return KNOWN.present().stream()
        .filter(TestedProviders::counts)
        .map(TestedProvider::of)
        .toList();
  }

  /** Skips the test that asks, with the reason, if that one is absent. */
  static void assumePresent(String name) {
    Candidate tested = KNOWN.named(name).orElseThrow();
    assumeTrue(
        tested.absence().isEmpty(), () -> name + " is absent: " + tested.absence().orElse(""));
  }

  /** One test for each of them; an absent one is skipped, and the report says why. */
  static Stream<DynamicTest> each(Consumer<TestedProvider> check) {
    return all().stream()
        .map(
            tested ->
                DynamicTest.dynamicTest(
                    tested.name(),
                    () -> {
                      assumePresent(tested.name());
                      check.accept(TestedProvider.of(tested));
                    }));
  }
}
