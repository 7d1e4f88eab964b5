package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class ProvidersCommandTest {
  private static final String NAMED =
      """
      <providers>
        <provider name='BC' class='org.bouncycastle.jce.provider.BouncyCastleProvider'/>
        <suite name='HMAC-SHA1'><serve provider='BC'/><serve provider='SunJCE'/></suite>
      </providers>
      """;

  private static final String TIRING =
      """
      package net.example;
      public class Tiring extends java.security.Provider {
        public Tiring() {
          super("Tiring", "1", "");
          put("Mac.HmacSHA1", "net.example.TiringMac");
        }
      }
      """;

  private static final String MAC_NAME = "net.example.TiringMac";

  /** Right in every known answer, and wrong when it is measured. */
  private static final String TIRING_MAC =
      """
      package net.example;
      import java.security.*;
      import java.security.spec.AlgorithmParameterSpec;
      import javax.crypto.*;
      public class TiringMac extends MacSpi {
        private static int uses;
        private final Mac mac;
        public TiringMac() throws GeneralSecurityException {
          mac = Mac.getInstance("HmacSHA1", "SunJCE");
        }
        @Override protected int engineGetMacLength() { return 20; }
        @Override protected void engineInit(Key key, AlgorithmParameterSpec spec)
            throws InvalidKeyException {
          mac.init(key);
        }
        @Override protected void engineUpdate(byte input) { mac.update(input); }
        @Override protected void engineUpdate(byte[] input, int offset, int length) {
          mac.update(input, offset, length);
        }
        @Override protected byte[] engineDoFinal() {
          byte[] result = mac.doFinal();
          result[0] ^= (byte) (isMeasured() ? ++uses : 0);
          return result;
        }
        private static boolean isMeasured() {
          return StackWalker.getInstance()
              .walk(frames -> frames.anyMatch(f -> f.getClassName().contains("EngineRace")));
        }
        @Override protected void engineReset() { mac.reset(); }
      }
      """;

  @TempDir private Path folder;

  @Test
  void shouldShowWhoIsThereWhoIsRightWhatTheyTakeAndWhoServes() throws IOException {
    CommandRun run = run(NAMED, "--suite", "HMAC-SHA1");

    assertEquals(0, run.exitCode(), run.err());
    List<String> lines = run.out().lines().toList();
    assertTrue(lines.get(0).startsWith("machine        "), run.out());
    assertTrue(
        run.out().contains("ns per packet, payloads of 1024 bytes, batches of 64"), run.out());
    assertMatches("HMAC-SHA1 +BC +yes +ok +[0-9,]+ +[0-9,]+  serves", lines);
    assertMatches(" +SunJCE +yes +ok +[0-9,]+ +[0-9,]+  named", lines);
    assertMatches(" +FlexiProvider +no", lines);
    assertMatches("FlexiProvider: its jar .*providers/FlexiProvider.jar is not there.*", lines);
    assertEquals("measuring HMAC-SHA1 (1 of 1)\n", run.err());
  }

  @Test
  void shouldPrintTheSameAsJson() throws IOException {
    CommandRun run = run(NAMED, "--suite", "HMAC-SHA1", "--json", "--bytes", "64", "--batch", "8");

    JsonNode json = new ObjectMapper().readTree(run.out());
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(64, json.get("payloadBytes").intValue());
    assertEquals(8, json.get("batch").intValue());
    assertTrue(json.get("refusal").isNull());
    assertTrue(json.get("machine").get("cores").intValue() > 0);
    JsonNode first = json.get("suites").get(0);
    assertEquals("HMAC-SHA1", first.get("suite").textValue());
    assertEquals("BC", first.get("provider").textValue());
    assertTrue(first.get("available").booleanValue());
    assertEquals("ok", first.get("knownAnswer").textValue());
    assertTrue(first.get("sealNsPerPacket").doubleValue() > 0);
    assertTrue(first.get("verifyNsPerPacket").doubleValue() > 0);
    assertTrue(first.get("chosen").booleanValue());
  }

  @Test
  void shouldShowTheTableAndFailWhenNoRoleWouldStart() throws IOException {
    String missing =
        NAMED
            .replace("<provider ", "<provider name='A' class='a.B' jar='a.jar'/><provider ")
            .replace("<serve provider='BC'/>", "<serve provider='A'/><serve provider='BC'/>");

    CommandRun run = run(missing, "--suite", "HMAC-SHA1");

    assertEquals(1, run.exitCode());
    assertMatches("HMAC-SHA1 +A +no +named", run.out().lines().toList());
    assertTrue(
        run.err()
            .endsWith(
                "rosa providers: "
                    + folder.resolve("providers.xml")
                    + ":2: provider A: its jar "
                    + folder.resolve("a.jar")
                    + " is not there\n"),
        run.err());
  }

  @Test
  void shouldFailWhenAProviderThatServesIsWrongWhileItIsMeasured() throws IOException {
    Files.write(
        folder.resolve("tiring.jar"),
        CompiledBundle.of("net.example.Tiring", TIRING).source(MAC_NAME, TIRING_MAC).jar());

    CommandRun run =
        run(
            "<providers><provider name='T' class='net.example.Tiring' jar='tiring.jar'/>"
                + "<suite name='HMAC-SHA1'><serve provider='T'/></suite></providers>",
            "--suite",
            "HMAC-SHA1");

    assertEquals(1, run.exitCode());
    assertMatches("HMAC-SHA1 +T +yes +WRONG +serves", run.out().lines().toList());
    assertTrue(
        run.err().contains("rosa providers: provider T, which serves HMAC-SHA1, "), run.err());
  }

  @Test
  void shouldRefuseWhatCannotBeMeasuredOrRead() throws IOException {
    assertRefused("--bytes is 0, expected a whole number from 1 to 8900", NAMED, "--bytes", "0");
    assertRefused("--bytes is 8901, expected", NAMED, "--bytes", "8901");
    assertRefused(
        "--batch is 1025, expected a whole number from 1 to 1024", NAMED, "--batch", "1025");
    assertRefused("'x', expected a whole number", NAMED, "--batch", "x");
    assertRefused("'HMAC-MD6' is no suite", NAMED, "--suite", "HMAC-MD6");
    assertRefused("providers.xml:1: ", "<provider/>");
    CommandRun none =
        CommandRun.of("providers", "--providers", folder.resolve("no.xml").toString());
    assertEquals(2, none.exitCode());
    assertTrue(none.err().contains("no.xml: no such file"), none.err());
  }

  private void assertRefused(String sentence, String xml, String... options) throws IOException {
    CommandRun run = run(xml, options);
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().contains(sentence), run.err());
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  private static void assertMatches(String pattern, List<String> lines) {
    assertTrue(
        lines.stream().anyMatch(line -> line.matches(pattern)),
        () -> pattern + " in\n" + String.join("\n", lines));
  }

  private CommandRun run(String xml, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("providers.xml"), xml);
    List<String> args =
        new ArrayList<>(List.of("providers", "--quick", "--providers", file.toString()));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }
}
