package dev.rosa.storage;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/**
 * Domain that a storage belongs to. Two authorities may have chosen the same number: the key of its
 * authority tells domains apart. A new certificate for the same key changes nothing.
 *
 * @param domain its number
 * @param authority SHA-256 of the authority's public key, 64 hexadecimal digits
 */
public record StorageOwner(int domain, String authority) {

  private static final int SHOWN_DIGITS = 16;

  /** The domain of an authority's certificate. */
  public static StorageOwner of(int domain, X509Certificate authority) {
    try {
      byte[] key = authority.getPublicKey().getEncoded();
      return new StorageOwner(
          domain, HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** So many digits as tell authorities apart, for messages. */
  static String shown(String authority) {
    return authority.substring(0, Math.min(SHOWN_DIGITS, authority.length()));
  }
}
