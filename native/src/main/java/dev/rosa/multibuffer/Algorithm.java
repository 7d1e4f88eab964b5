package dev.rosa.multibuffer;

import dev.rosa.wire.active.Suite;

/**
 * Algorithm of intel-ipsec-mb that one native engine computes. Its ordinal is its number in {@code
 * multibuffer.h}.
 */
enum Algorithm {
  HMAC_MD5(32),
  HMAC_SHA1(64),
  HMAC_SHA256(64),
  AES128_CTR(192),
  AES256_GMAC(1_024),
  AES256_GCM(1_024);

  private final int stateBytes;

  Algorithm(int stateBytes) {
    this.stateBytes = stateBytes;
  }

  /** Algorithm that authenticates a suite without encrypting it. */
  static Algorithm macOf(Suite suite) {
    return switch (suite) {
      case HMAC_MD5, AES128_CTR_HMAC_MD5 -> HMAC_MD5;
      case HMAC_SHA1, AES128_CTR_HMAC_SHA1 -> HMAC_SHA1;
      case HMAC_SHA256, AES128_CTR_HMAC_SHA256 -> HMAC_SHA256;
      case AES256_GMAC -> AES256_GMAC;
      case AES256_GCM -> throw new IllegalArgumentException(suite + " has no MAC of its own");
    };
  }

  /** Bytes of key: those of AES-128, or 32. */
  int keyBytes() {
    return this == AES128_CTR ? 16 : 32;
  }

  /** Off-heap bytes that a prepared key takes. */
  int stateBytes() {
    return stateBytes;
  }

  /** True for the HMACs. */
  boolean isHmac() {
    return switch (this) {
      case HMAC_MD5, HMAC_SHA1, HMAC_SHA256 -> true;
      case AES128_CTR, AES256_GMAC, AES256_GCM -> false;
    };
  }

  /** True if it writes or checks the tag itself. */
  boolean authenticates() {
    return this != AES128_CTR;
  }
}
