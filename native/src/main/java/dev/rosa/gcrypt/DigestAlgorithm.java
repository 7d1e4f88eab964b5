package dev.rosa.gcrypt;

/** Digest algorithms of the provider RosaGcrypt, alone and inside an HMAC. */
enum DigestAlgorithm {
  MD5(DigestHandle.MD5, 16),
  SHA1(DigestHandle.SHA1, 20),
  SHA256(DigestHandle.SHA256, 32);

  private final int number;
  private final int bytes;

  DigestAlgorithm(int number, int bytes) {
    this.number = number;
    this.bytes = bytes;
  }

  /** Its number in libgcrypt. */
  int number() {
    return number;
  }

  /** Length of the digest. */
  int bytes() {
    return bytes;
  }

  /** True if this libgcrypt serves it; in FIPS mode it has no MD5. */
  boolean isAvailable() {
    return DigestHandle.isAvailable(this);
  }
}
