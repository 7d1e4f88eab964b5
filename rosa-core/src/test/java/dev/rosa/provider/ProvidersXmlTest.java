package dev.rosa.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.CompiledBundle;
import dev.rosa.config.ConfigException;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.wire.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that can be said in {@code providers.xml}, and everything that can be wrong there. */
class ProvidersXmlTest {

  private static final String BC =
      "<provider name='BC' class='org.bouncycastle.jce.provider.BouncyCastleProvider'/>";

  @TempDir private Path folder;
  private final FakeWorld world = new FakeWorld();
  private FakeEngines engine;

  @BeforeEach
  void oneEngine() {
    engine = world.engine("multi-buffer", 100);
  }

  @AfterEach
  void takeBackWhatWasRegistered() {
    Security.removeProvider("BC");
    Security.removeProvider("StandInCore");
  }

  // --- Engines and optional providers ---

  @Test
  void shouldServeFromAnEngineNamedLikeAProvider() throws Exception {
    assertEquals("multi-buffer", md5("<serve provider='multi-buffer'/>"));
  }

  @Test
  void shouldLetTheNextServeAndSaySoInOneLineWhenAnOptionalEngineIsAbsent() throws Exception {
    engine.absence = "librosa_multibuffer.so cannot be loaded: /tmp is mounted noexec";
    String serves = "<serve provider='multi-buffer' optional='true'/><serve provider='SunJCE'/>";
    try (CapturedLog log = CapturedLog.of(ProviderRegistry.class)) {
      load(suite("HMAC-MD5", serves) + suite("HMAC-SHA1", serves));
      assertEquals(
          List.of(
              "INFO provider multi-buffer is absent: librosa_multibuffer.so cannot be loaded: /tmp"
                  + " is mounted noexec; SunJCE serves HMAC-MD5, HMAC-SHA1"),
          log.lines());
    }
  }

  @Test
  void shouldRefuseWithProviderAndReasonWhenAnAbsentEngineIsNotOptional() throws Exception {
    engine.absence = "this processor has no AVX2";
    assertRefused(
        ":2: provider multi-buffer cannot serve HMAC-MD5: this processor has no AVX2",
        suite("HMAC-MD5", "<serve provider='multi-buffer'/><serve provider='SunJCE'/>"));
  }

  @Test
  void shouldRefuseWhenEverybodyNamedIsAbsent() {
    engine.absence = "switched off by rosa.native=off";
    assertRefused(
        ":2: nobody serves HMAC-MD5: every provider named is absent: multi-buffer (switched off by"
            + " rosa.native=off), RosaGcrypt (this build is without ROSA's native code)",
        "<provider name='RosaGcrypt' class='dev.rosa.gcrypt.NoSuchProvider' optional='true'/>"
            + suite(
                "HMAC-MD5",
                "<serve provider='multi-buffer' optional='true'/><serve provider='RosaGcrypt'/>"));
  }

  @Test
  void shouldKnowTheMultiBufferEngineAlsoWhereItIsNotBuiltIn() throws Exception {
    world.engines.clear();
    assertEquals(
        "SunJCE",
        md5("<serve provider='multi-buffer' optional='true'/><serve provider='SunJCE'/>"));
    assertRefused(
        ":2: provider multi-buffer cannot serve HMAC-MD5: this build is without ROSA's native code",
        suite("HMAC-MD5", "<serve provider='multi-buffer'/>"));
  }

  @Test
  void shouldRefuseAnUnknownNameEvenIfOptional() {
    assertRefused(
        ":2: provider multibuffer is unknown: neither declared",
        suite("HMAC-MD5", "<serve provider='multibuffer' optional='true'/>"));
  }

  @Test
  void shouldLetTheNextServeWhenAnOptionalEngineDoesNotServeTheSuite() throws Exception {
    String serves = "<serve provider='multi-buffer' optional='true'/><serve provider='SunJCE'/>";
    assertEquals("SunJCE", load(suite("AES256-GCM", serves)).servedBy().get(Suite.AES256_GCM));
    assertRefused(
        ":2: provider multi-buffer cannot serve AES256-GCM: it does not serve AES256-GCM",
        suite("AES256-GCM", "<serve provider='multi-buffer'/>"));
  }

  @Test
  void shouldRefuseAnEngineThatIsWrongEvenIfOptional() {
    engine.wrongFromBatch = 1;
    assertRefused(
        ":2: provider multi-buffer gives a wrong answer for HMAC-MD5: datagram: differs from byte",
        suite(
            "HMAC-MD5",
            "<serve provider='SunJCE'/><serve provider='multi-buffer' optional='true'/>"));
  }

  @Test
  void shouldRefuseAnEngineThatFailsInsteadOfSayingWhyItIsAbsent() {
    engine.failure = new IllegalStateException("line one\nline two");
    assertRefused(
        ":2: provider multi-buffer: cannot be brought up: IllegalStateException: line one line two",
        suite("HMAC-MD5", "<serve provider='multi-buffer' optional='true'/>"));
  }

  @Test
  void shouldRefuseJceNamesForAnEngine() {
    for (String name : List.of("mac", "cipher", "key-factory", "cipher-key-factory")) {
      assertRefused(
          ":2: provider multi-buffer cannot serve HMAC-MD5 like that: it serves whole suites and"
              + " has no JCE names",
          suite("HMAC-MD5", "<serve provider='multi-buffer' " + name + "='X'/>"));
    }
  }

  // --- Two providers for a suite ---

  @Test
  void shouldServeWithTheMacOfOneAndTheCipherOfAnother() throws Exception {
    ProviderRegistry registry =
        load(BC + suite("AES128-CTR+HMAC-SHA1", "<serve provider='BC' cipher-provider='SunJCE'/>"));
    assertEquals("BC+SunJCE", registry.servedBy().get(Suite.AES128_CTR_HMAC_SHA1));
  }

  @Test
  void shouldRefuseACipherProviderWhereThereIsNoSeparateCipher() {
    for (String name : List.of("HMAC-SHA1", "AES256-GCM", "AES256-GMAC")) {
      assertRefused(
          ":2: provider BC cannot serve "
              + name
              + " like that: cipher-provider is for suites with a MAC and a cipher",
          BC + suite(name, "<serve provider='BC' cipher-provider='SunJCE'/>"));
    }
  }

  @Test
  void shouldRefuseACipherProviderThatServesWholeSuites() {
    assertRefused(
        ":2: provider BC cannot serve AES128-CTR+HMAC-SHA1 like that: multi-buffer serves whole"
            + " suites, not a cipher alone",
        BC
            + suite(
                "AES128-CTR+HMAC-SHA1", "<serve provider='BC' cipher-provider='multi-buffer'/>"));
  }

  @Test
  void shouldSayWhoseCipherIsMissing() {
    engine.absence = "no library";
    assertRefused(
        ":2: provider BC+multi-buffer cannot serve AES128-CTR+HMAC-SHA1: the provider of its"
            + " cipher, multi-buffer, is absent: no library",
        BC
            + suite(
                "AES128-CTR+HMAC-SHA1", "<serve provider='BC' cipher-provider='multi-buffer'/>"));
  }

  // --- Position ---

  @Test
  void shouldRegisterWithTheJvmOnlyAtAPosition() throws Exception {
    load(BC + suite("HMAC-MD5", "<serve provider='BC'/>"));
    assertNull(Security.getProvider("BC"));
    load(BC.replace("name", "position='2' name"));
    assertEquals("BC", Security.getProviders()[1].getName());
  }

  @Test
  void shouldRegisterNothingWhenOnlyLookedAt() throws Exception {
    ProviderRegistry.load(write(BC.replace("name", "position='1' name")), world.checking());
    assertNull(Security.getProvider("BC"));
  }

  @Test
  void shouldRefuseAnAbsentProviderWithAPositionUnlessItIsOptional() throws Exception {
    String absent = "<provider name='A' class='a.B' jar='a.jar' position='1'/>";
    assertRefused(
        ":2: provider A cannot be registered at position 1: its jar " + folder.resolve("a.jar"),
        absent);
    try (CapturedLog log = CapturedLog.of(ProviderRegistry.class)) {
      load(absent.replace("position", "optional='true' position"));
      assertEquals(1, log.linesWith("provider A is absent and not registered").size());
    }
  }

  @Test
  void shouldRefuseAProviderAtAPositionWhereItBreaksTheTlsOfTheJvm() throws Exception {
    jarOf(
        """
        public P() { super("P", "1", ""); put("SSLContext.TLS", "net.example.P$Broken"); }
        public static class Broken extends javax.net.ssl.SSLContextSpi {
          protected void engineInit(javax.net.ssl.KeyManager[] keys,
              javax.net.ssl.TrustManager[] trust, java.security.SecureRandom random) {
            throw new IllegalStateException("not\\nready");
          }
          protected javax.net.ssl.SSLSocketFactory engineGetSocketFactory() { return null; }
          protected javax.net.ssl.SSLServerSocketFactory engineGetServerSocketFactory() {
            return null;
          }
          protected javax.net.ssl.SSLEngine engineCreateSSLEngine() { return null; }
          protected javax.net.ssl.SSLEngine engineCreateSSLEngine(String host, int port) {
            return null;
          }
          protected javax.net.ssl.SSLSessionContext engineGetServerSessionContext() {
            return null;
          }
          protected javax.net.ssl.SSLSessionContext engineGetClientSessionContext() {
            return null;
          }
        }
        """);
    assertRefused(
        ":2: provider A at position 1 takes TLS from the JVM (IllegalStateException: not ready),"
            + " expected a later position or none",
        "<provider name='A' class='net.example.P' jar='p.jar' position='1'/>");
    assertNull(Security.getProvider("P"));
  }

  // --- Jars and classes ---

  @Test
  void shouldTakeADeclarationWhoseJarIsNotThereWhenNobodyUsesIt() throws Exception {
    assertEquals(
        "SunJCE",
        load("<provider name='A' class='a.B' jar='a.jar'/>").servedBy().get(Suite.HMAC_MD5));
  }

  @Test
  void shouldLetTheNextServeWhenAnOptionalJarIsNotThere() throws Exception {
    assertEquals(
        "SunJCE",
        load("<provider name='A' class='a.B' jar='a.jar'/>"
                + suite(
                    "HMAC-MD5", "<serve provider='A' optional='true'/><serve provider='SunJCE'/>"))
            .servedBy()
            .get(Suite.HMAC_MD5));
  }

  @Test
  void shouldRefuseABrokenJarWhetherItIsUsedOrNotAndEvenIfOptional() throws Exception {
    byte[] whole = StandInProvider.provider();
    Map<String, byte[]> contents =
        Map.of(
            "empty.jar",
            new byte[0],
            "text.jar",
            "no jar".getBytes(java.nio.charset.StandardCharsets.UTF_8),
            "cut.jar",
            java.util.Arrays.copyOf(whole, whole.length / 2));
    for (Map.Entry<String, byte[]> content : contents.entrySet()) {
      Path jar = Files.write(folder.resolve(content.getKey()), content.getValue());
      String declared =
          "<provider name='A' class='a.B' jar='" + content.getKey() + "' optional='true'/>";
      String refusal = ":2: provider A: " + jar + " is no jar that can be read: ";
      assertRefused(refusal, declared);
      assertRefused(refusal, declared + suite("HMAC-MD5", "<serve provider='A' optional='true'/>"));
    }
    Files.createDirectory(folder.resolve("folder.jar"));
    assertRefused(
        ":2: provider A: " + folder.resolve("folder.jar") + " is no jar that can be read: expected",
        "<provider name='A' class='a.B' jar='folder.jar'/>");
  }

  @Test
  void shouldRefuseAnUnknownClassWhetherItIsUsedOrNot() throws Exception {
    StandInProvider.drop(folder);
    assertRefused(
        ":2: provider A: there is no class no.such.P in ROSA, and no jar is named",
        "<provider name='A' class='no.such.P'/>");
    assertRefused(
        ":2: provider A: there is no class no.such.P in " + folder.resolve("standin.jar"),
        "<provider name='A' class='no.such.P' jar='standin.jar'/>");
    assertRefused(
        ":2: provider A: class no.such.P cannot be loaded from " + folder.resolve("standin.jar"),
        "<provider name='A' class='no.such.P' jar='standin.jar'/>"
            + suite("HMAC-MD5", "<serve provider='A' optional='true'/>"));
  }

  @Test
  void shouldRefuseAClassThatIsNoProviderOrCannotBeConstructed() throws Exception {
    assertRefused(
        ":2: provider A: class java.lang.String cannot be loaded: ClassCastException",
        "<provider name='A' class='java.lang.String'/>"
            + suite("HMAC-MD5", "<serve provider='A' optional='true'/>"));
    assertBroken("private P() { super(\"P\", \"1\", \"\"); }", "NoSuchMethodException");
    assertBroken(
        "public P() { super(\"P\", \"1\", \"\"); throw new IllegalStateException(\"in\\nside\"); }",
        "IllegalStateException: in side");
    assertBroken(
        "public P() { super(\"P\", \"1\", \"\"); } static { if (true) throw new"
            + " IllegalStateException(\"early\"); }",
        "IllegalStateException: early");
  }

  @Test
  void shouldCallAProviderAbsentThatCannotLoadItsLibraryOrSaysSoItself() throws Exception {
    assertAbsent(
        "static { System.loadLibrary(\"nosuchlibrary\"); }",
        "its native library cannot be loaded: no nosuchlibrary in java.library.path");
    assertAbsent(
        "{ if (true) throw new java.security.ProviderException(\"A is not available: no CPU\"); }",
        "no CPU");
    assertAbsent(
        "public Throwable getLoadingError() { return new RuntimeException(\"bad lib\"); }",
        "its native library cannot be loaded: RuntimeException: bad lib");
  }

  private void assertBroken(String body, String error) throws Exception {
    assertRefused(
        ":2: provider A: class net.example.P cannot be loaded from " + jarOf(body) + ": " + error,
        serveA());
  }

  private void assertAbsent(String body, String reason) throws Exception {
    jarOf("public P() { super(\"P\", \"1\", \"\"); }\n" + body);
    assertRefused(
        ":2: nobody serves HMAC-MD5: every provider named is absent: A (" + reason, serveA());
  }

  private static String serveA() {
    return "<provider name='A' class='net.example.P' jar='p.jar'/>"
        + suite("HMAC-MD5", "<serve provider='A' optional='true'/>");
  }

  private Path jarOf(String body) throws Exception {
    String source = "package net.example; public class P extends java.security.Provider { %s }";
    return Files.write(
        folder.resolve("p.jar"), CompiledBundle.of("net.example.P", source.formatted(body)).jar());
  }

  // --- What the schema says ---

  @Test
  void shouldRefuseValuesThatAreNoneWithLineAndExpectation() {
    Map<String, String> cases =
        Map.ofEntries(
            Map.entry("<suite name='HMAC-MD5' choose='fastest'>", "expected first or auto"),
            Map.entry("<suite name='HMAC-MD5' choose='auto' sizes='0'>", "from 1 to 8900"),
            Map.entry("<suite name='HMAC-MD5' choose='auto' sizes='9000'>", "from 1 to 8900"),
            Map.entry("<suite name='HMAC-MD5' choose='auto' sizes=''>", "from 1 to 8900"),
            Map.entry("<suite name='HMAC-MD5' choose='auto' sizes='1 x'>", "from 1 to 8900"),
            Map.entry(
                "<suite name='HMAC-MD5' choose='auto' sizes='1 2 3 4 5 6 7 8 9'>",
                "from 1 to 8900"),
            Map.entry("<suite name='HMAC-MD5' choose='auto' batch='0'>", "from 1 to 1024"),
            Map.entry("<suite name='HMAC-MD5' choose='auto' batch='1025'>", "from 1 to 1024"),
            Map.entry("<suite name='HMAC-MD5' sizes='64'>", "expected choose=\"auto\" as well"),
            Map.entry("<suite name='HMAC-MD5' batch='64'>", "expected choose=\"auto\" as well"),
            Map.entry("<suite name='HMAC-MD5' choice='auto'>", "choice> is not a known key"));
    cases.forEach(
        (start, expected) -> assertInvalid(expected, start + "<serve provider='SunJCE'/></suite>"));
    assertInvalid("true or false", suite("HMAC-MD5", "<serve provider='SunJCE' optional='yes'/>"));
    assertInvalid("from 1 to 99", BC.replace("name", "position='0' name"));
    assertInvalid("from 1 to 99", BC.replace("name", "position='100' name"));
    assertInvalid("expected jar as well", BC.replace("/>", "><needs jar='x.jar'/></provider>"));
    assertInvalid("serve", "<suite name='HMAC-MD5' choose='auto'></suite>");
    String twice = BC.replace("name", "position='1' name");
    assertInvalid("provider", twice + twice.replace("'BC'", "'BC2'"));
  }

  private void assertInvalid(String expected, String body) {
    ConfigException invalid = assertThrows(ConfigException.class, () -> load(body), body);
    String message = invalid.getMessage();
    assertTrue(message.startsWith(folder.resolve("providers.xml") + ":2: "), message);
    assertTrue(message.contains(expected), message);
    assertEquals(1, message.lines().count());
  }

  // --- What operators are given ---

  @Test
  void shouldServeFromTheFileThatOperatorsAreGivenWithAndWithoutNativeCode() throws Exception {
    Path given = Path.of("../config/providers.xml");
    ProviderRegistry with = ProviderRegistry.load(given, world.serving());
    assertEquals("multi-buffer", with.servedBy().get(Suite.HMAC_MD5));
    world.engines.clear();
    ProviderRegistry without = ProviderRegistry.load(given, world.serving());
    for (Suite suite : Suite.values()) {
      assertEquals("SunJCE", without.servedBy().get(suite));
    }
  }

  private String md5(String serves) throws Exception {
    return load(suite("HMAC-MD5", serves)).servedBy().get(Suite.HMAC_MD5);
  }

  private ProviderRegistry load(String body) throws Exception {
    return ProviderRegistry.load(write(body), world.serving());
  }

  private Path write(String body) throws Exception {
    return Files.writeString(
        folder.resolve("providers.xml"), "<providers>\n" + body + "\n</providers>");
  }

  private void assertRefused(String message, String body) {
    ProviderException refused = assertThrows(ProviderException.class, () -> load(body), body);
    assertTrue(
        refused.getMessage().startsWith(folder.resolve("providers.xml") + message),
        refused.getMessage());
    assertEquals(1, refused.getMessage().lines().count());
  }

  private static String suite(String name, String serves) {
    return "<suite name='" + name + "'>" + serves + "</suite>";
  }
}
