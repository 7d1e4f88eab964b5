package dev.rosa.crypto;

import dev.rosa.wire.active.Suite;

/**
 * Table of the standard JCE names of the algorithms that each suite needs; a provider may know them
 * by others. Stateless.
 */
public final class JceNames {

  private static final String GCM = "AES/GCM/NoPadding";

  private JceNames() {}

  /** The Mac of a suite; for GMAC the cipher that computes it; empty with GCM. */
  public static String mac(Suite suite) {
    return switch (suite) {
      case HMAC_MD5, AES128_CTR_HMAC_MD5 -> "HmacMD5";
      case HMAC_SHA1, AES128_CTR_HMAC_SHA1 -> "HmacSHA1";
      case HMAC_SHA256, AES128_CTR_HMAC_SHA256 -> "HmacSHA256";
      case AES256_GMAC -> GCM;
      case AES256_GCM -> "";
    };
  }

  /** The Cipher of a suite; empty where it does not encrypt. */
  public static String cipher(Suite suite) {
    return switch (suite) {
      case AES128_CTR_HMAC_MD5, AES128_CTR_HMAC_SHA1, AES128_CTR_HMAC_SHA256 -> "AES/CTR/NoPadding";
      case AES256_GCM -> GCM;
      case HMAC_MD5, HMAC_SHA1, HMAC_SHA256, AES256_GMAC -> "";
    };
  }
}
