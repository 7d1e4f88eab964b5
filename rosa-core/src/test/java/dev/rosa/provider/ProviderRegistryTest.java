package dev.rosa.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.util.List;
import java.util.Set;
import javax.crypto.MacSpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class ProviderRegistryTest {

  @Test
  void shouldServeEverySuiteFromTheJdkWhenNothingIsConfigured() {
    ProviderRegistry registry = ProviderRegistry.builtIn();
    for (Suite suite : Suite.values()) {
      assertEquals("SunJCE", registry.servedBy().get(suite));
      assertEquals(suite, registry.engineFor(suite).suite());
    }
  }

  @Test
  void shouldServeFromTheFirstProviderNamedForASuite() throws Exception {
    ProviderRegistry registry =
        ProviderRegistry.resolve(
            config(
                "org.bouncycastle.jce.provider.BouncyCastleProvider",
                List.of(serve("X"), serve("SunJCE"))),
            Conditions.here(false));
    assertEquals("X", registry.servedBy().get(Suite.HMAC_SHA256));
    assertEquals("SunJCE", registry.servedBy().get(Suite.HMAC_SHA1));
  }

  @Test
  void shouldRefuseProviderWhenItIsNotThere() {
    assertRefused(
        "provider Nobody is unknown",
        config("org.bouncycastle.jce.provider.BouncyCastleProvider", List.of(serve("Nobody"))));
  }

  @Test
  void shouldRefuseProviderWhenItsClassIsNotThere() {
    assertRefused(
        "class no.such.Provider cannot be loaded", config("no.such.Provider", List.of(serve("X"))));
  }

  @Test
  void shouldRefuseProviderWhenItLacksTheAlgorithm() {
    assertRefused(
        "provider SunJCE cannot serve HMAC-SHA256-128",
        config(
            "org.bouncycastle.jce.provider.BouncyCastleProvider",
            List.of(
                new ProvidersConfig.Serve("SunJCE", false, "HmacNoSuch", "", "", "", "", null))));
  }

  @Test
  void shouldRefuseProviderWhenItGivesAWrongAnswerEvenIfItIsOnlyTheSecond() {
    assertRefused(
        "provider X gives a wrong answer for HMAC-SHA256-128: datagram: differs from byte",
        config(WrongProvider.class.getName(), List.of(serve("SunJCE"), serve("X"))));
  }

  @Test
  void shouldUseTheNameThatTheProviderKnowsAnAlgorithmBy() throws Exception {
    ProviderRegistry registry =
        ProviderRegistry.resolve(
            config(
                "org.bouncycastle.jce.provider.BouncyCastleProvider",
                List.of(
                    new ProvidersConfig.Serve("X", false, "HMAC/SHA256", "", "", "", "", null))),
            Conditions.here(false));
    assertEquals("HMAC-SHA256-128=X", registry.summary(Set.of(Suite.HMAC_SHA256)));
  }

  @Test
  void shouldReadTheProvidersFileThatOperatorsAreGiven() throws Exception {
    ProviderRegistry registry = ProviderRegistry.load(Path.of("../config/providers.xml"));
    assertEquals("SunJCE", registry.servedBy().get(Suite.AES256_GCM));
  }

  @Test
  void shouldNameFileAndLineWhenAKeyIsUnknown(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("providers.xml");
    Files.writeString(file, "<providers>\n  <suit name='HMAC-SHA1'/>\n</providers>");
    ConfigException refused =
        assertThrows(ConfigException.class, () -> ProviderRegistry.load(file));
    assertTrue(refused.getMessage().contains("providers.xml:2"), refused.getMessage());
  }

  @Test
  void shouldRefuseProviderWhenItsJarIsNotThere(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("providers.xml");
    Files.writeString(
        file,
        """
        <providers>
          <provider name="Flexi" class="de.flexiprovider.core.FlexiCoreProvider" jar="flexi.jar"/>
          <suite name="HMAC-MD5"><serve provider="Flexi" mac="Mac.MD5" key-factory="HmacMD5"/></suite>
        </providers>
        """);
    ProviderException refused =
        assertThrows(ProviderException.class, () -> ProviderRegistry.load(file));
    assertTrue(refused.getMessage().contains("flexi.jar is not there"), refused.getMessage());
  }

  private static ProvidersConfig.Serve serve(String provider) {
    return ProvidersConfig.Serve.by(provider);
  }

  private static ProvidersConfig config(String className, List<ProvidersConfig.Serve> serves) {
    return new ProvidersConfig(
        null,
        List.of(ProvidersConfig.Named.of("X", className, null)),
        List.of(ProvidersConfig.Served.inOrder(Suite.HMAC_SHA256, serves)));
  }

  private static void assertRefused(String message, ProvidersConfig config) {
    ProviderException refused =
        assertThrows(
            ProviderException.class,
            () -> ProviderRegistry.resolve(config, Conditions.here(false)));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }

  /** A provider whose HMAC-SHA-256 is always 0. */
  public static final class WrongProvider extends Provider {
    private static final long serialVersionUID = 1L;

    public WrongProvider() {
      super("Wrong", "1", "for tests");
      put("Mac.HmacSHA256", ZeroMac.class.getName());
    }
  }

  /** Computes nothing. */
  public static final class ZeroMac extends MacSpi {
    @Override
    protected int engineGetMacLength() {
      return 32;
    }

    @Override
    protected void engineInit(
        java.security.Key key, java.security.spec.AlgorithmParameterSpec spec) {}

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDoFinal() {
      return new byte[32];
    }

    @Override
    protected void engineReset() {}
  }
}
