package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.proof.ForkedJvm.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of a router whose {@code providers.xml} names native code that is absent. The router goes
 * on with the next provider if the XML allows it, and says so. Otherwise it ends with a sentence
 * and the exit code of a bad configuration.
 */
@Tag("jdk")
class OptionalProviderTest {

  private static final String ROUTER = "dev.rosa.router.Router";
  private static final String WITHOUT_NATIVE_CODE = "-Drosa.native=off";
  private static final int USAGE = 2;
  private static final int DOMAIN = 17;

  @TempDir static Path folder;

  @BeforeAll
  static void issue() throws IOException, IdentityException {
    DomainAuthority authority = DomainAuthority.init(folder.resolve("domain"), DOMAIN);
    authority.issue(Role.ROUTER, "r1", DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    Files.writeString(
        folder.resolve("router.xml"),
        """
        <router>
          <identity>domain/r1</identity>
          <providers>providers.xml</providers>
          <code-server>127.0.0.1:1</code-server>
          <overlay listen="127.0.0.1:0"/>
        </router>
        """);
  }

  private static Outcome validate(String tested, boolean optional) throws IOException {
    Files.writeString(
        folder.resolve("providers.xml"),
        """
        <providers>
          <provider name="RosaGcrypt" class="dev.rosa.gcrypt.RosaGcryptProvider"/>
          <suite name="HMAC-SHA256-128">
            <serve provider="%s" optional="%s"/>
            <serve provider="SunJCE"/>
          </suite>
        </providers>
        """
            .formatted(tested, optional));
    String name = "validate-" + tested + (optional ? "-optional" : "-required");
    return ForkedJvm.brief(name, WITHOUT_NATIVE_CODE)
        .run(ROUTER, "--config", folder.resolve("router.xml").toString(), "--validate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"multi-buffer", "RosaGcrypt"})
  void shouldGoOnAndSaySoWhenItIsOptional(String tested) throws IOException {
    Outcome outcome = validate(tested, true);
    assertEquals(0, outcome.exit(), outcome::tail);
    assertTrue(
        outcome.output().lines().anyMatch(line -> says(line, "INFO", tested)), outcome::tail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"multi-buffer", "RosaGcrypt"})
  void shouldEndWithASentenceWhenItIsNot(String tested) throws IOException {
    Outcome outcome = validate(tested, false);
    assertAll(
        () -> assertEquals(USAGE, outcome.exit(), outcome::tail),
        () -> assertEquals(1, outcome.output().lines().count(), outcome::tail),
        () -> assertTrue(says(outcome.output(), "providers.xml", tested), outcome::tail));
  }

  private static boolean says(String line, String... words) {
    for (String word : words) {
      if (!line.contains(word)) {
        return false;
      }
    }
    return line.contains("rosa.native=off");
  }
}
