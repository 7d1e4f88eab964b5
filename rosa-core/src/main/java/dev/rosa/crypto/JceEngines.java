package dev.rosa.crypto;

import dev.rosa.wire.active.Suite;
import java.security.GeneralSecurityException;

/**
 * Factory of the crypto engines of each suite ({@link SuiteEngine}) on JCE providers. Stateless.
 */
public final class JceEngines {

  private JceEngines() {}

  /**
   * An engine for a suite.
   *
   * @param mac serves the MAC; null with GCM
   * @param cipher serves the cipher; null where the suite does not encrypt. For GMAC, {@code mac}
   *     is an AES/GCM cipher.
   * @throws GeneralSecurityException if a provider lacks an algorithm
   */
  public static SuiteEngine create(Suite suite, JceService mac, JceService cipher)
      throws GeneralSecurityException {
    return switch (suite) {
      case HMAC_MD5, HMAC_SHA1, HMAC_SHA256 -> SuiteEngine.of(suite, hmac(suite, mac));
      case AES128_CTR_HMAC_MD5, AES128_CTR_HMAC_SHA1, AES128_CTR_HMAC_SHA256 ->
          SuiteEngine.of(suite, hmac(suite, mac), new JceCtrCipher(cipher, suite));
      case AES256_GMAC -> SuiteEngine.of(suite, new JceGmac(mac, suite));
      case AES256_GCM -> SuiteEngine.of(suite, new JceGcm(cipher, suite));
    };
  }

  private static PacketMac hmac(Suite suite, JceService mac) throws GeneralSecurityException {
    // Asked for once here, so that a missing algorithm is found at start and not by a packet.
    mac.newMac();
    return new JcePacketMac(mac, suite);
  }
}
