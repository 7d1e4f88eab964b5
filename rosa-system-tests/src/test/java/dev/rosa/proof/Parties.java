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
final class Parties {

  /** Folder where the build leaves the drop-in jars; a forked JVM is told. */
  static final String DROP_IN_PROPERTY = "proof.providers";

  /** Names of those that count, separated by commas; all of them if it is not set. */
  static final String ONLY_PROPERTY = "proof.parties";

  private static final List<String> ONLY =
      List.of(System.getProperty(ONLY_PROPERTY, "").split(",", -1));

  private static final Candidates KNOWN = Candidates.known(dropIns());

  private Parties() {}

  static Path dropIns() {
    String base = System.getProperty("basedir", "");
    return Path.of(
        System.getProperty(
            DROP_IN_PROPERTY, Path.of(base).toAbsolutePath().resolveSibling("providers") + ""));
  }

  private static boolean counts(Candidate party) {
    return ONLY.equals(List.of("")) || ONLY.contains(party.name());
  }

  static List<Candidate> all() {
    return KNOWN.all().stream().filter(Parties::counts).toList();
  }

  static List<Party> present() {
    return KNOWN.present().stream().filter(Parties::counts).map(Party::of).toList();
  }

  /** Skips the test that asks, with the reason, if that one is absent. */
  static void assumePresent(String name) {
    Candidate party = KNOWN.named(name).orElseThrow();
    assumeTrue(party.absence().isEmpty(), () -> name + " is absent: " + party.absence().orElse(""));
  }

  /** One test for each of them; an absent one is skipped, and the report says why. */
  static Stream<DynamicTest> each(Consumer<Party> check) {
    return all().stream()
        .map(
            party ->
                DynamicTest.dynamicTest(
                    party.name(),
                    () -> {
                      assumePresent(party.name());
                      check.accept(Party.of(party));
                    }));
  }
}
