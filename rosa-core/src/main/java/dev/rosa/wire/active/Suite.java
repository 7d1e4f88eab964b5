package dev.rosa.wire.active;

import java.util.Locale;
import java.util.Optional;

/**
 * A protection suite: the MAC and cipher that seal a packet, and the lengths of their parts
 * (PROTOCOL §3).
 */
public enum Suite {
  HMAC_MD5(0x01, "HMAC-MD5", 16, 32, 0),
  HMAC_SHA1(0x02, "HMAC-SHA1", 20, 32, 0),
  HMAC_SHA256(0x03, "HMAC-SHA256-128", 16, 32, 0),
  AES128_CTR_HMAC_MD5(0x11, "AES128-CTR+HMAC-MD5", 16, 32, 16),
  AES128_CTR_HMAC_SHA1(0x12, "AES128-CTR+HMAC-SHA1", 20, 32, 16),
  AES128_CTR_HMAC_SHA256(0x13, "AES128-CTR+HMAC-SHA256-128", 16, 32, 16),
  AES256_GMAC(0x20, "AES256-GMAC", 16, 0, 32),
  AES256_GCM(0x21, "AES256-GCM", 16, 0, 32);

  private static final Suite[] BY_ID = new Suite[256];

  static {
    for (Suite suite : values()) {
      BY_ID[suite.id] = suite;
    }
  }

  private final int id;
  private final String protocolName;
  private final int tagBytes;
  private final int macKeyBytes;
  private final int cipherKeyBytes;

  Suite(int id, String protocolName, int tagBytes, int macKeyBytes, int cipherKeyBytes) {
    this.id = id;
    this.protocolName = protocolName;
    this.tagBytes = tagBytes;
    this.macKeyBytes = macKeyBytes;
    this.cipherKeyBytes = cipherKeyBytes;
  }

  /** The suite with this id on the wire, or null if version 1 has none. */
  public static Suite ofId(int id) {
    return id >= 0 && id < BY_ID.length ? BY_ID[id] : null;
  }

  /** The suite with this name in PROTOCOL §3, upper or lower case. */
  public static Optional<Suite> byName(String protocolName) {
    for (Suite suite : values()) {
      if (suite.protocolName.equals(protocolName.toUpperCase(Locale.ROOT))) {
        return Optional.of(suite);
      }
    }
    return Optional.empty();
  }

  /** The byte on the wire, 0–255. */
  public int id() {
    return id;
  }

  /** The name in PROTOCOL §3, e.g. {@code HMAC-SHA256-128}. */
  public String protocolName() {
    return protocolName;
  }

  /** Bytes of tag at the packet's end: 16 or 20. */
  public int tagBytes() {
    return tagBytes;
  }

  /** Bytes of nonce behind the header: 0 or 12. */
  public int nonceBytes() {
    return cipherKeyBytes == 0 ? 0 : 12;
  }

  /** Bytes of K_hmac: 0 or 32. */
  public int macKeyBytes() {
    return macKeyBytes;
  }

  /** Bytes of K_encrypt, the AES key: 0, 16 or 32. */
  public int cipherKeyBytes() {
    return cipherKeyBytes;
  }

  /** True if the payload travels encrypted. */
  public boolean encrypts() {
    return cipherKeyBytes != 0 && this != AES256_GMAC;
  }

  /** True if a domain accepts it unless told otherwise: MD5 and SHA-1 are kept for comparison. */
  public boolean allowedByDefault() {
    return switch (this) {
      case HMAC_SHA256, AES128_CTR_HMAC_SHA256, AES256_GMAC, AES256_GCM -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return protocolName;
  }
}
