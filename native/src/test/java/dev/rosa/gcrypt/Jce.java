package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Source of a test's algorithms: the provider under test, or the JDK. */
final class Jce {

  static final String CBC = "AES/CBC/PKCS5Padding";
  static final String CTR = "AES/CTR/NoPadding";
  static final String GCM = "AES/GCM/NoPadding";

  private final Provider forKeys;
  private final Provider forDigests;

  private Jce(Provider forKeys, Provider forDigests) {
    this.forKeys = forKeys;
    this.forDigests = forDigests;
  }

  /** Algorithms of the provider under test; the test is skipped where there is no libgcrypt. */
  static Jce rosa() {
    assumeTrue(
        RosaGcryptProvider.unavailabilityCause().isEmpty(),
        () -> RosaGcryptProvider.unavailabilityCause().orElseThrow());
    Provider provider = new RosaGcryptProvider();
    return new Jce(provider, provider);
  }

  /** The reference. */
  static Jce sun() {
    return new Jce(Security.getProvider("SunJCE"), Security.getProvider("SUN"));
  }

  Mac mac(String algorithm) throws GeneralSecurityException {
    return Mac.getInstance(algorithm, forKeys);
  }

  /** A Mac with a key of 20 bytes. */
  Mac keyedMac(String algorithm) throws GeneralSecurityException {
    Mac mac = mac(algorithm);
    mac.init(key(20, algorithm));
    return mac;
  }

  Cipher cipher(String transformation) throws GeneralSecurityException {
    return Cipher.getInstance(transformation, forKeys);
  }

  MessageDigest digest(String algorithm) throws GeneralSecurityException {
    return MessageDigest.getInstance(algorithm, forDigests);
  }

  /** The same key for the same length. */
  static SecretKey key(int bytes, String algorithm) {
    return new SecretKeySpec(bytes(bytes, bytes), algorithm);
  }

  static SecretKey aes() {
    return key(16, "AES");
  }

  /** Pseudo-random bytes, the same for the same seed. */
  static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  static String hex(byte[] bytes) {
    return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
  }

  /** An action on either provider, and its result. */
  interface Scenario {
    Object run(Jce jce) throws Exception;
  }

  /** Both providers return the same, or throw an exception of the same class. */
  static void assertLikeSun(Scenario scenario) {
    Jce rosa = rosa();
    assertEquals(outcome(sun(), scenario), outcome(rosa, scenario));
  }

  private static String outcome(Jce jce, Scenario scenario) {
    try {
      Object result = scenario.run(jce);
      return result instanceof byte[] bytes ? hex(bytes) : String.valueOf(result);
    } catch (Exception e) {
      return "threw " + e.getClass().getName();
    }
  }
}
