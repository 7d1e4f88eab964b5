package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.provider.Candidate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a native library serves on every machine that built it: its absence would go unnoticed
 * in skipped tests.
 */
@Tag("jdk")
class NativePresenceTest {

  private static final String RESOURCES = "dev/rosa/nativecode/linux-x86_64/";

  @ParameterizedTest
  @CsvSource({"multi-buffer, librosa_multibuffer", "RosaGcrypt, librosa_gcrypt"})
  void shouldBePresentWhereItsLibraryWasBuilt(String tested, String library) throws IOException {
    assumeTrue(isThere(library + ".so"), () -> library + ".so: " + reason(library));
    Optional<String> absence =
        TestedProviders.all().stream()
            .filter(candidate -> candidate.name().equals(tested))
            .map(Candidate::absence)
            .findFirst()
            .orElseThrow();
    assertEquals(Optional.empty(), absence);
  }

  private static boolean isThere(String name) throws IOException {
    try (InputStream in = open(name)) {
      return in != null;
    }
  }

  private static String reason(String library) {
    try (InputStream in = open(library + ".absent")) {
      return in == null
          ? "the platform jar is not on the class path"
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static InputStream open(String name) {
    return NativePresenceTest.class.getClassLoader().getResourceAsStream(RESOURCES + name);
  }
}
