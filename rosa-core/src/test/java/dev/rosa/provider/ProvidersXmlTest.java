package dev.rosa.provider;

import static dev.rosa.provider.ProvidersFile.suite;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.DamagedConfig;
import dev.rosa.config.Problems;
import dev.rosa.config.XmlConfig;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.security.Security;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that can be said in {@code providers.xml}, and everything that can be wrong there, but
 * for jars and classes ({@link ProviderJarsXmlTest}).
 */
class ProvidersXmlTest {

  private static final String SCHEMA = "dev/rosa/provider/providers.xsd";
  private static final String BC =
      "<provider name='BC' class='org.bouncycastle.jce.provider.BouncyCastleProvider'/>";

  @TempDir private Path folder;
  private final FakeWorld world = new FakeWorld();
  private ProvidersFile file;
  private FakeEngines engine;

  @BeforeEach
  void oneEngine() {
    file = new ProvidersFile(folder, world);
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
      file.load(suite("HMAC-MD5", serves) + suite("HMAC-SHA1", serves));
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
    file.assertRefused(
        ":2: provider multi-buffer cannot serve HMAC-MD5: this processor has no AVX2",
        suite("HMAC-MD5", "<serve provider='multi-buffer'/><serve provider='SunJCE'/>"));
  }

  @Test
  void shouldRefuseWhenEverybodyNamedIsAbsent() {
    engine.absence = "switched off by rosa.native=off";
    file.assertRefused(
        ":2: no provider serves HMAC-MD5: every one named is absent: multi-buffer (switched off by"
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
    file.assertRefused(
        ":2: provider multi-buffer cannot serve HMAC-MD5: this build is without ROSA's native code",
        suite("HMAC-MD5", "<serve provider='multi-buffer'/>"));
  }

  @Test
  void shouldRefuseAnUnknownNameEvenIfOptional() {
    file.assertRefused(
        ":2: provider multibuffer is unknown: neither declared",
        suite("HMAC-MD5", "<serve provider='multibuffer' optional='true'/>"));
  }

  @Test
  void shouldLetTheNextServeWhenAnOptionalEngineDoesNotServeTheSuite() throws Exception {
    String serves = "<serve provider='multi-buffer' optional='true'/><serve provider='SunJCE'/>";
    assertEquals("SunJCE", file.load(suite("AES256-GCM", serves)).servedBy().get(Suite.AES256_GCM));
    file.assertRefused(
        ":2: provider multi-buffer cannot serve AES256-GCM: it does not serve AES256-GCM",
        suite("AES256-GCM", "<serve provider='multi-buffer'/>"));
  }

  @Test
  void shouldRefuseAnEngineThatIsWrongEvenIfOptional() {
    engine.wrongFromBatch = 1;
    file.assertRefused(
        ":2: provider multi-buffer gives a wrong answer for HMAC-MD5: datagram: differs from byte",
        suite(
            "HMAC-MD5",
            "<serve provider='SunJCE'/><serve provider='multi-buffer' optional='true'/>"));
  }

  @Test
  void shouldRefuseAnEngineThatFailsInsteadOfSayingWhyItIsAbsent() {
    engine.failure = new IllegalStateException("line one\nline two");
    file.assertRefused(
        ":2: provider multi-buffer: cannot be brought up: IllegalStateException: line one line two",
        suite("HMAC-MD5", "<serve provider='multi-buffer' optional='true'/>"));
  }

  @Test
  void shouldRefuseJceNamesForAnEngine() {
    for (String name : List.of("mac", "cipher", "key-factory", "cipher-key-factory")) {
      file.assertRefused(
          ":2: provider multi-buffer cannot serve HMAC-MD5 like that: it serves whole suites and"
              + " has no JCE names",
          suite("HMAC-MD5", "<serve provider='multi-buffer' " + name + "='X'/>"));
    }
  }

  // --- Two providers for a suite ---

  @Test
  void shouldServeWithTheMacOfOneAndTheCipherOfAnother() throws Exception {
    ProviderRegistry registry =
        file.load(
            BC + suite("AES128-CTR+HMAC-SHA1", "<serve provider='BC' cipher-provider='SunJCE'/>"));
    assertEquals("BC+SunJCE", registry.servedBy().get(Suite.AES128_CTR_HMAC_SHA1));
  }

  @Test
  void shouldRefuseACipherProviderWhereThereIsNoSeparateCipher() {
    for (String name : List.of("HMAC-SHA1", "AES256-GCM", "AES256-GMAC")) {
      file.assertRefused(
          ":2: provider BC cannot serve "
              + name
              + " like that: cipher-provider is for suites with a MAC and a cipher",
          BC + suite(name, "<serve provider='BC' cipher-provider='SunJCE'/>"));
    }
  }

  @Test
  void shouldRefuseACipherProviderThatServesWholeSuites() {
    file.assertRefused(
        ":2: provider BC cannot serve AES128-CTR+HMAC-SHA1 like that: multi-buffer serves whole"
            + " suites, not a cipher alone",
        BC
            + suite(
                "AES128-CTR+HMAC-SHA1", "<serve provider='BC' cipher-provider='multi-buffer'/>"));
  }

  @Test
  void shouldSayWhoseCipherIsMissing() {
    engine.absence = "no library";
    file.assertRefused(
        ":2: provider BC+multi-buffer cannot serve AES128-CTR+HMAC-SHA1: the provider of its"
            + " cipher, multi-buffer, is absent: no library",
        BC
            + suite(
                "AES128-CTR+HMAC-SHA1", "<serve provider='BC' cipher-provider='multi-buffer'/>"));
  }

  // --- Position ---

  @Test
  void shouldRegisterWithTheJvmOnlyAtAPosition() throws Exception {
    file.load(BC + suite("HMAC-MD5", "<serve provider='BC'/>"));
    assertNull(Security.getProvider("BC"));
    // Behind the JDK's RSA: it would read the JVM's trusted certificates, with tests of primes.
    file.load(BC.replace("name", "position='6' name"));
    assertEquals("BC", Security.getProviders()[5].getName());
  }

  @Test
  void shouldRegisterNothingWhenOnlyLookedAt() throws Exception {
    ProviderRegistry.load(file.write(BC.replace("name", "position='1' name")), world.checking());
    assertNull(Security.getProvider("BC"));
  }

  @Test
  void shouldRefuseAnAbsentProviderWithAPositionUnlessItIsOptional() throws Exception {
    String absent = "<provider name='A' class='a.B' jar='a.jar' position='1'/>";
    file.assertRefused(
        ":2: provider A cannot be registered at position 1: its jar " + folder.resolve("a.jar"),
        absent);
    try (CapturedLog log = CapturedLog.of(ProviderRegistry.class)) {
      file.load(absent.replace("position", "optional='true' position"));
      assertEquals(1, log.linesWith("provider A is absent and not registered").size());
    }
  }

  @Test
  void shouldRefuseAProviderAtAPositionWhereItBreaksTheTlsOfTheJvm() throws Exception {
    file.jarOf(
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
    file.assertRefused(
        ":2: provider A at position 1 takes TLS from the JVM (IllegalStateException: not ready),"
            + " expected a later position or none",
        "<provider name='A' class='net.example.P' jar='p.jar' position='1'/>");
    assertNull(Security.getProvider("P"));
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
    ConfigException invalid = assertThrows(ConfigException.class, () -> file.load(body), body);
    String message = invalid.getMessage();
    assertTrue(message.startsWith(folder.resolve("providers.xml") + ":2: "), message);
    assertTrue(message.contains(expected), message);
    assertEquals(1, message.lines().count());
  }

  // --- Everything at once ---

  @Test
  void shouldReportEveryProviderThatCannotServeAtItsOwnLine() throws Exception {
    engine.absence = "no AVX2";
    Path path =
        file.write(
            """
            <provider name='A' class='a.B'
                      jar='a.jar'/>
            <provider name='C' class='no.such.C'/>
            <suite name='HMAC-MD5'>
              <serve provider='A'/>
              <serve provider='multi-buffer'/>
            </suite>
            <suite name='HMAC-SHA1'>
              <serve provider='A'/>
              <serve provider='nobody'/>
            </suite>\
            """);
    Problems problems = new Problems(path);
    assertTrue(ProviderRegistry.read(path, false, problems).isEmpty());
    assertEquals(
        List.of(
            "2: provider A: its jar " + folder.resolve("a.jar") + " is not there",
            "4: provider C: there is no class no.such.C in ROSA, and no jar is named",
            "7: provider multi-buffer cannot serve HMAC-MD5: this build is without ROSA's native"
                + " code",
            "11: provider nobody is unknown: neither declared with its class, nor one of ROSA's"
                + " engines, nor the JVM's own"),
        problems.all().stream().map(line -> line.toString().replace(path + ":", "")).toList());
  }

  @Test
  void shouldReportEveryMistakeOfTheFileBeforeAnyProviderIsBroughtUp() throws Exception {
    Path path =
        file.write(
            """
            <provider name='A' class='a.B' position='0'/>
            <suite name='HMAC-MD5' batch='0'>
              <serve provider='nobody'/>
            </suite>\
            """);
    Problems problems = new Problems(path);
    assertTrue(ProviderRegistry.read(path, false, problems).isEmpty());
    assertEquals(
        List.of(
            "2: <provider position> is '0', expected a place among the JVM's providers, a whole"
                + " number from 1 to 99",
            "3: <suite batch> is '0', expected a number of packets from 1 to 1024"),
        problems.all().stream().map(line -> line.toString().replace(path + ":", "")).toList());
  }

  @Test
  void shouldRefuseABadValueOfEveryKeyThatOperatorsAreGiven() throws Exception {
    DamagedConfig given = DamagedConfig.of(Path.of("../config/providers.xml"), folder);
    given.assertEachIsReported(
        (path, problems) -> XmlConfig.read(path, SCHEMA, ProvidersConfig.class, problems));
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
    return file.load(suite("HMAC-MD5", serves)).servedBy().get(Suite.HMAC_MD5);
  }
}
