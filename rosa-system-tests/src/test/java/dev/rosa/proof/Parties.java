package dev.rosa.proof;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.provider.Candidate;
import dev.rosa.provider.Candidates;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Everybody who can serve suites, drop-in providers and engines included. */
final class Parties {

  /** Where the build leaves the drop-in jars; a JVM of our own is told. */
  static final String DROP_IN_PROPERTY = "proof.providers";

  private static final Candidates KNOWN = Candidates.known(dropIns());

  private Parties() {}

  static Path dropIns() {
    String base = System.getProperty("basedir", "");
    return Path.of(
        System.getProperty(
            DROP_IN_PROPERTY, Path.of(base).toAbsolutePath().resolveSibling("providers") + ""));
  }

  static List<Candidate> all() {
    return KNOWN.all();
  }

  static List<Party> present() {
    return KNOWN.present().stream().map(Party::of).toList();
  }

  /** One test for each of them; who is absent is skipped, and the report says why. */
  static Stream<DynamicTest> each(Consumer<Party> check) {
    return all().stream()
        .map(
            party ->
                DynamicTest.dynamicTest(
                    party.name(),
                    () -> {
                      assumeTrue(
                          party.absence().isEmpty(),
                          () -> party.name() + " is absent: " + party.absence().orElse(""));
                      check.accept(Party.of(party));
                    }));
  }
}
