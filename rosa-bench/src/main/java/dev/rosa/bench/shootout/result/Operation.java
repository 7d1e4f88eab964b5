package dev.rosa.bench.shootout.result;

import dev.rosa.wire.active.Suite;
import java.util.Optional;

/**
 * Cryptographic operation on a packet that the shootout measures, the same for every provider. Keys
 * are set before; a cipher gets a new initialisation vector or nonce for every packet, as any
 * packet needs one.
 */
public enum Operation {
  HMAC_MD5("HMAC-MD5", "HmacMD5", Suite.HMAC_MD5),
  HMAC_SHA1("HMAC-SHA1", "HmacSHA1", Suite.HMAC_SHA1),
  HMAC_SHA256("HMAC-SHA256", "HmacSHA256", Suite.HMAC_SHA256),
  /** Encryption with a key of 128 bits; no suite of ROSA's has it. */
  AES_CBC("AES-CBC", "AES/CBC/PKCS5Padding", null),
  /** The cipher's part of its suites alone, with a key of 128 bits. */
  AES_CTR("AES-CTR", "AES/CTR/NoPadding", Suite.AES128_CTR_HMAC_SHA256),
  /** Verify and open with a key of 256 bits; the header is additional data. */
  AES_GCM("AES-GCM", "AES/GCM/NoPadding", Suite.AES256_GCM);

  private final String label;
  private final String jceName;
  private final Suite suite;

  Operation(String label, String jceName, Suite suite) {
    this.label = label;
    this.jceName = jceName;
    this.suite = suite;
  }

  /** As people write it, e.g. {@code HMAC-SHA1}. */
  public String label() {
    return label;
  }

  /** JCE name of the Mac or Cipher. */
  public String jceName() {
    return jceName;
  }

  /** The suite whose engine does it in batches; empty if none does. */
  public Optional<Suite> suite() {
    return Optional.ofNullable(suite);
  }

  /** True if it is a Mac; else it is a Cipher. */
  public boolean isMac() {
    return this == HMAC_MD5 || this == HMAC_SHA1 || this == HMAC_SHA256;
  }

  @Override
  public String toString() {
    return label;
  }
}
