package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The provider among others, and where it cannot be. */
@Tag("jdk")
class ProviderTest {

  /** Says in another JVM whether there is a provider, and checks that it works. */
  static final class Availability {

    private Availability() {}

    public static void main(String[] args) throws GeneralSecurityException {
      System.out.println("cause: " + RosaGcryptProvider.unavailabilityCause().orElse("none"));
      try {
        Provider provider = new RosaGcryptProvider();
        System.out.println(provider.getInfo());
        System.out.println(GcryptLibrary.hasGcm() ? "all" : "FIPS mode");
        provider.getServices().forEach(s -> System.out.println(s.getAlgorithm()));
        Mac mac = Mac.getInstance("HmacSHA1", provider);
        mac.init(Jce.key(20, "HmacSHA1"));
        System.out.println("tag: " + Jce.hex(mac.doFinal(Jce.bytes(99, 1))));
      } catch (ProviderException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static void requireGcrypt() {
    assumeTrue(RosaGcryptProvider.unavailabilityCause().isEmpty());
  }

  @Test
  void shouldServeAnyProgramThroughTheListOfProviders() throws GeneralSecurityException {
    requireGcrypt();
    Provider provider = new RosaGcryptProvider();
    assertEquals("RosaGcrypt", provider.getName());
    Security.addProvider(provider);
    try {
      assertSame(provider, Mac.getInstance("HmacSHA1", "RosaGcrypt").getProvider());
      assertSame(provider, MessageDigest.getInstance("SHA-256", "RosaGcrypt").getProvider());
      assertSame(provider, Cipher.getInstance("aes/gcm/nopadding", "RosaGcrypt").getProvider());
    } finally {
      Security.removeProvider("RosaGcrypt");
    }
  }

  @Test
  void shouldLeaveAKeyThatItCannotReadToAnotherProvider() throws GeneralSecurityException {
    requireGcrypt();
    Provider.Service service = new RosaGcryptProvider().getService("Cipher", Jce.GCM);
    assertTrue(service.supportsParameter(Jce.aes()));
    SecretKey inAToken =
        new SecretKey() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getAlgorithm() {
            return "AES";
          }

          @Override
          public String getFormat() {
            return null;
          }

          @Override
          public byte[] getEncoded() {
            return null;
          }
        };
    assertFalse(service.supportsParameter(inAToken));
  }

  @ParameterizedTest
  @CsvSource({
    "Mac, HMAC-MD5, HmacMD5",
    "Mac, 1.3.6.1.5.5.8.1.1, HmacMD5",
    "Mac, HMAC/SHA1, HmacSHA1",
    "Mac, 1.2.840.113549.2.7, HmacSHA1",
    "Mac, OID.1.2.840.113549.2.9, HmacSHA256",
    "MessageDigest, 1.2.840.113549.2.5, MD5",
    "MessageDigest, SHA, SHA-1",
    "MessageDigest, SHA1, SHA-1",
    "MessageDigest, 1.3.14.3.2.26, SHA-1",
    "MessageDigest, OID.2.16.840.1.101.3.4.2.1, SHA-256",
    "Cipher, AES/CBC/PKCS7Padding, AES/CBC/PKCS5Padding",
    "Cipher, 2.16.840.1.101.3.4.1.6, AES_128/GCM/NoPadding",
    "Cipher, OID.2.16.840.1.101.3.4.1.46, AES_256/GCM/NoPadding"
  })
  void shouldKnowTheUsualNames(String type, String alias, String name) {
    requireGcrypt();
    Provider provider = new RosaGcryptProvider();
    assertEquals(name, provider.getService(type, alias).getAlgorithm());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"AES", "AES/ECB/PKCS5Padding", "AES/CBC/NoPadding", "AES/GCM/PKCS5Padding"})
  void shouldNotServeWhatItDoesNotHave(String transformation) {
    requireGcrypt();
    Provider provider = new RosaGcryptProvider();
    assertThrows(
        NoSuchAlgorithmException.class, () -> Cipher.getInstance(transformation, provider));
  }

  @Test
  void shouldSayWhyItIsNotThereWhenNativeCodeIsSwitchedOff() throws Exception {
    String output = ChildJvm.run(Availability.class, "-Drosa.native=off");
    assertTrue(output.contains("cause: switched off by rosa.native=off"), output);
    assertTrue(
        output.contains("RosaGcrypt is not available: switched off by rosa.native=off"), output);
  }

  @Test
  void shouldGiveTheSameAnswersWithoutTheProcessorsHelp() throws Exception {
    requireGcrypt();
    String masked =
        ChildJvm.run(Availability.class, "-Drosa.gcrypt.without=intel-shaext,intel-aesni");
    assertFalse(masked.contains("intel-shaext"), masked);
    assertFalse(masked.contains("intel-aesni"), masked);
    String tag = Jce.hex(Jce.sun().keyedMac("HmacSHA1").doFinal(Jce.bytes(99, 1)));
    assertTrue(masked.contains("tag: " + tag), masked);
  }

  @Test
  void shouldNotBeThereWhenAFeatureToMaskIsUnknown() throws Exception {
    requireGcrypt();
    String output = ChildJvm.run(Availability.class, "-Drosa.gcrypt.without=intel-abacus");
    assertTrue(
        output.contains(
            "RosaGcrypt is not available: rosa.gcrypt.without=intel-abacus names a feature that"
                + " libgcrypt does not know"),
        output);
  }

  @Test
  void shouldServeWhatLibgcryptServesInFipsMode() throws Exception {
    requireGcrypt();
    String output = ChildJvm.run(Availability.class, Map.of("LIBGCRYPT_FORCE_FIPS_MODE", "1"));
    assumeTrue(output.contains("FIPS mode"));
    String tag = Jce.hex(Jce.sun().keyedMac("HmacSHA1").doFinal(Jce.bytes(99, 1)));
    assertTrue(output.contains("tag: " + tag), output);
    assertFalse(output.contains("HmacMD5"), output);
    assertFalse(output.contains("GCM"), output);
    assertTrue(output.contains("AES/CTR/NoPadding"), output);
  }

  @Test
  void shouldTellItsLibraryAndVersion() {
    requireGcrypt();
    Provider provider = new RosaGcryptProvider();
    String version = provider.getVersionStr();
    assertTrue(version.matches("0\\.1\\+libgcrypt-[0-9.]+"), version);
    String info = provider.getInfo();
    assertTrue(info.matches("HMAC, digests and AES of libgcrypt [0-9.]+, using .*"), info);
  }
}
