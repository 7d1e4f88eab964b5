package dev.rosa.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.provider.check.KnownAnswer;
import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider in jars of its own, with FlexiProvider's ways, told in XML. */
@Tag("jdk")
class DropInProviderTest {

  private static final String DECLARED =
      """
      <provider name='Flexi' class='%s' jar='jars/standin.jar'><needs jar='jars/codec.jar'/></provider>
      """
          .formatted(StandInProvider.CLASS)
          .strip();

  @TempDir private Path folder;
  private Path jars;

  @BeforeEach
  void dropJars() throws Exception {
    jars = Files.createDirectory(folder.resolve("jars"));
    StandInProvider.drop(jars);
  }

  @Test
  void shouldServeTheHmacsUnderItsOwnNamesAndKeys() throws Exception {
    ProviderRegistry registry =
        load(
            serve("HMAC-MD5", "mac='MD5' key-factory='HmacMD5' reset='init'"),
            serve("HMAC-SHA1", "key-factory='HmacSHA1' reset='init'"),
            serve("HMAC-SHA256-128", "key-factory='HmacSHA256' reset='init'"));
    for (Suite suite : List.of(Suite.HMAC_MD5, Suite.HMAC_SHA1, Suite.HMAC_SHA256)) {
      assertEquals("Flexi", registry.servedBy().get(suite));
      assertEquals(List.of(), KnownAnswer.errors(registry.engineFor(suite)));
    }
  }

  @Test
  void shouldTakeTheNameOfAMacAsItsProviderListsIt() throws Exception {
    assertEquals(
        "Flexi",
        load(serve("HMAC-MD5", "mac='Mac.MD5' key-factory='HmacMD5' reset='init'"))
            .servedBy()
            .get(Suite.HMAC_MD5));
  }

  @Test
  void shouldListItsMacsWhenTheStandardNameIsNotAmongThem() {
    assertRefused(
        ":3: provider Flexi cannot serve HMAC-MD5: StandInCore has no Mac HmacMD5, but HmacSHA1,"
            + " HmacSHA256, MD5",
        serve("HMAC-MD5", "key-factory='HmacMD5'"));
  }

  @Test
  void shouldRefuseMacsThatAreRightOnlyOnceAfterInitWhenTheyAreNotResetByInit() {
    String refusal =
        ":3: provider Flexi gives a wrong answer for HMAC-SHA1: packet 1 of a session,";
    assertRefused(
        refusal + " payload of 0 bytes: is refused although it is genuine",
        serve("HMAC-SHA1", "key-factory='HmacSHA1'"));
  }

  @Test
  void shouldSayThatOnlyMacsAreReset() {
    assertRefused(
        ":3: provider Flexi cannot serve AES256-GCM like that: reset is for suites with a MAC",
        serve("AES256-GCM", "key-factory='AES' reset='init'"));
  }

  @Test
  void shouldSayThatItRefusesPlainKeysWhenNoFactoryIsNamed() {
    assertRefused(
        ":3: provider Flexi gives a wrong answer for HMAC-SHA1: HmacSHA1 refused a session key:"
            + " InvalidKeyException: unsupported type of key",
        serve("HMAC-SHA1", ""));
  }

  @Test
  void shouldRefuseItsCounterModeForItsWrongAnswerEvenIfOptional() {
    String names = "key-factory='HmacSHA256' cipher-key-factory='AES'";
    String refusal =
        ":3: provider Flexi gives a wrong answer for AES128-CTR+HMAC-SHA256-128: datagram: differs"
            + " from byte";
    assertRefused(refusal, serve("AES128-CTR+HMAC-SHA256-128", names));
    assertRefused(refusal, serve("AES128-CTR+HMAC-SHA256-128", names + " optional='true'"));
  }

  @Test
  void shouldServeWithTheCipherOfAnotherProvider() throws Exception {
    ProviderRegistry registry =
        load(
            serve(
                "AES128-CTR+HMAC-MD5",
                "mac='MD5' key-factory='HmacMD5' reset='init' cipher-provider='SunJCE'"));
    assertEquals("Flexi+SunJCE", registry.servedBy().get(Suite.AES128_CTR_HMAC_MD5));
  }

  @Test
  void shouldSayThatItHasNoGcm() {
    assertRefused(
        ":3: provider Flexi cannot serve AES256-GCM: StandInCore has no Cipher AES/GCM/NoPadding",
        serve("AES256-GCM", "key-factory='AES'"));
    assertRefused(
        ":3: provider Flexi cannot serve AES256-GMAC: StandInCore has no Cipher AES/GCM/NoPadding",
        serve("AES256-GMAC", "key-factory='AES'"));
  }

  @Test
  void shouldLetTheNextServeWhenItLacksAnAlgorithmAndIsOptional() throws Exception {
    String xml =
        serve("AES256-GCM", "key-factory='AES' optional='true'")
            .replace("</suite>", "<serve provider='SunJCE'/></suite>");
    assertEquals("SunJCE", load(xml).servedBy().get(Suite.AES256_GCM));
  }

  @Test
  void shouldNameTheSecondJarWhenItIsNotThere() throws Exception {
    Files.delete(jars.resolve("codec.jar"));
    assertRefused(
        ":2: provider Flexi: its jar " + jars.resolve("codec.jar"),
        serve("HMAC-SHA1", "key-factory='HmacSHA1' reset='init'"));
  }

  @Test
  void shouldNameTheJarWhenItsSignatureIsDamaged() throws Exception {
    SignedJar.signAndDamage(jars.resolve("standin.jar"));
    assertRefused(
        ":2: provider Flexi: class net.example.flexi.StandIn cannot be loaded from "
            + jars.resolve("standin.jar")
            + ": SecurityException: cannot verify signature block file META-INF/SIGNER",
        serve("HMAC-SHA1", "key-factory='HmacSHA1' reset='init'"));
  }

  @Test
  void shouldTakePartAsACandidateUnderItsWaysAndShowWhatIsWrong() throws Exception {
    Files.writeString(
        folder.resolve("p.xml"),
        xml(
            serve("HMAC-MD5", "mac='MD5' key-factory='HmacMD5' reset='init'"),
            serve("AES128-CTR+HMAC-SHA1", "key-factory='HmacSHA1' cipher-key-factory='AES'")));
    Candidate candidate =
        Candidates.of(
                ProviderRegistry.open(folder.resolve("p.xml")).value(),
                new EngineProviders(List.of()))
            .named("Flexi")
            .orElseThrow();
    assertEquals("StandInCore 1.7.7", candidate.description());
    Set<Suite> expected = EnumSet.allOf(Suite.class);
    expected.removeAll(Set.of(Suite.AES128_CTR_HMAC_MD5, Suite.AES256_GMAC, Suite.AES256_GCM));
    assertEquals(expected, candidate.suites());
    assertEquals(List.of(), candidate.errors(Suite.HMAC_MD5));
    assertTrue(candidate.errors(Suite.AES128_CTR_HMAC_SHA1).get(0).startsWith("datagram: differs"));
  }

  @Test
  void shouldServeAsFlexiProviderFromTheDropInFolderWithoutAnyXml() throws Exception {
    // The real one has another class; everything else that is built in fits the stand-in.
    ProvidersConfig known = KnownProviders.config(jars);
    for (Suite suite : List.of(Suite.HMAC_MD5, Suite.HMAC_SHA1, Suite.HMAC_SHA256)) {
      ProvidersConfig.Serve serve = known.serve(suite, KnownProviders.FLEXI);
      String attributes = "key-factory='" + serve.keyFactory() + "' reset='init'";
      String mac = serve.mac().isEmpty() ? "" : " mac='" + serve.mac() + "'";
      assertEquals(
          "Flexi", load(serve(suite.protocolName(), attributes + mac)).servedBy().get(suite));
    }
  }

  private ProviderRegistry load(String... suites) throws Exception {
    Path file = Files.writeString(folder.resolve("providers.xml"), xml(suites));
    return ProviderRegistry.load(file, new FakeWorld().serving());
  }

  private void assertRefused(String message, String... suites) {
    ProviderException refused = assertThrows(ProviderException.class, () -> load(suites));
    assertTrue(
        refused.getMessage().startsWith(folder.resolve("providers.xml") + message),
        refused.getMessage());
  }

  private static String xml(String... suites) {
    return "<providers>\n" + DECLARED + "\n" + String.join("\n", suites) + "\n</providers>";
  }

  private static String serve(String suite, String attributes) {
    return "<suite name='%s'><serve provider='Flexi' %s/></suite>".formatted(suite, attributes);
  }
}
