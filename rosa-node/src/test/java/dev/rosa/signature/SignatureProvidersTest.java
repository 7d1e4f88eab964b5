package dev.rosa.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.config.ConfigException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
final class SignatureProvidersTest {

  private static final Path JARS = Path.of("..", "providers");

  private static final int LONGEST = 2_048;
  private static final int LABEL_AND_LONGEST = 24 + LONGEST;

  @TempDir private Path folder;

  private static String refusal(FaultyProvider.Fault fault) {
    ConfigException refused =
        assertThrows(
            ConfigException.class,
            () -> SignatureProviders.tried(new FaultyProvider(fault), "Faulty", "Faulty 1.0"));
    return refused.getMessage();
  }

  private static byte[] der(long r, long s) {
    return Der.signature(BigInteger.valueOf(r), BigInteger.valueOf(s));
  }

  @Test
  void shouldUseProviderWhenEveryAnswerIsRight() throws ConfigException {
    FaultyProvider none = new FaultyProvider((right, signature, message) -> right);
    assertEquals("Faulty", SignatureProviders.tried(none, "Faulty", "Faulty 1.0").name());
  }

  @Test
  void shouldRefuseProviderWhenItAcceptsZeros() {
    assertEquals(
        "provider Faulty accepts a forged signature (r = 0, s = 0)",
        refusal((right, signature, message) -> right || Arrays.equals(signature, der(0, 0))));
  }

  @Test
  void shouldRefuseProviderWhenItAcceptsEverythingOrNothing() {
    assertTrue(refusal((right, signature, message) -> true).contains("accepts a forged"));
    assertTrue(refusal((right, signature, message) -> false).contains("refuses a valid"));
  }

  @Test
  void shouldRefuseProviderWhenItReducesNumbersThatAreTooLarge() {
    String refusal =
        refusal(
            (right, signature, message) ->
                right || (signature.length > 5 && signature[3] == 33 && signature[4] == 1));
    assertEquals("provider Faulty accepts a forged signature (r + n)", refusal);
  }

  @Test
  void shouldRefuseProviderWhenItIgnoresBytesAfterASignature() {
    assertEquals(
        "provider Faulty accepts a forged signature (a byte after it)",
        refusal(
            (right, signature, message) ->
                right
                    || (signature.length > 60
                        && signature[0] == 0x30
                        && signature[1] == signature.length - 3
                        && signature[signature.length - 1] == 0)));
  }

  @Test
  void shouldRefuseProviderWhenItLooksAtTheStartOfTheMessageOnly() {
    assertEquals(
        "provider Faulty accepts the signature of another message",
        refusal(
            (right, signature, message) ->
                right || (message.length == LABEL_AND_LONGEST + 1 && isLongest(signature))));
  }

  private static boolean isLongest(byte[] signature) {
    return KnownSignature.ALL.stream()
        .filter(known -> known.statementBytes() == LONGEST)
        .anyMatch(known -> Arrays.equals(known.der(), signature));
  }

  @Test
  void shouldRefuseProviderWhenItThrowsWhatNoCallerExpects() {
    assertEquals(
        "provider Faulty fails: IllegalStateException: too short",
        refusal(
            (right, signature, message) -> {
              if (signature.length < 2) {
                throw new IllegalStateException("too short");
              }
              return right;
            }));
  }

  @Test
  void shouldRefuseProviderWhenAForgeryLeavesATrace() {
    boolean[] spoilt = {false};
    String refusal =
        refusal(
            (right, signature, message) -> {
              boolean answer = right && !spoilt[0];
              spoilt[0] |= signature.length == 256;
              return answer;
            });
    assertEquals("provider Faulty refuses a valid signature, after one with 256 bytes", refusal);
  }

  @Test
  void shouldUseBouncyCastleWhenThereAreNoJars() throws ConfigException {
    assertEquals("BC", SignatureProviders.in(folder).named(SignatureProviders.AUTO).name());
    assertEquals("BC", SignatureProviders.withoutJars().named("BC").name());
    assertEquals("JDK", SignatureProviders.withoutJars().named("JDK").name());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ACCP", "Conscrypt"})
  void shouldFindDroppedInProvidersRightWhereTheyAre(String name) throws ConfigException {
    assumeTrue(Files.exists(JARS.resolve("conscrypt.jar")), "the build has put no jars there");
    SignatureVerifier verifier = SignatureProviders.in(JARS).named(name);
    assertEquals(name, verifier.name());
    assertTrue(verifier.description().matches(".* \\d.*"), verifier.description());
  }

  @Test
  void shouldSayWhyWhenTheNamedProviderIsAbsent() {
    ConfigException absent =
        assertThrows(ConfigException.class, () -> SignatureProviders.in(folder).named("ACCP"));
    assertTrue(absent.getMessage().startsWith("provider ACCP is absent: its jar "));
    ConfigException nowhere =
        assertThrows(ConfigException.class, () -> SignatureProviders.withoutJars().named("ACCP"));
    assertEquals("provider ACCP is a jar, expected the folder that has it", nowhere.getMessage());
  }
}
