package dev.rosa.gcrypt;

import java.security.InvalidKeyException;
import java.security.Key;
import java.util.Arrays;

/**
 * Extraction of a JCE AES key's raw bytes, after a check of its algorithm, format and length; the
 * caller wipes them. Stateless.
 */
final class AesKeys {

  private AesKeys() {}

  /**
   * A copy of the key's bytes, the caller's to wipe.
   *
   * @param only the only length to take, or 0 for 16, 24 and 32 bytes
   * @throws InvalidKeyException if it is null, of another algorithm, format or length
   */
  static byte[] bytesOf(Key key, int only) throws InvalidKeyException {
    if (key == null) {
      throw new InvalidKeyException("no key");
    }
    String algorithm = key.getAlgorithm();
    if (!"AES".equalsIgnoreCase(algorithm) && !"Rijndael".equalsIgnoreCase(algorithm)) {
      throw new InvalidKeyException("a key for AES is needed, not for " + algorithm);
    }
    if (!"RAW".equalsIgnoreCase(key.getFormat())) {
      throw new InvalidKeyException("a key of format RAW is needed, not " + key.getFormat());
    }
    byte[] bytes = key.getEncoded();
    if (bytes == null) {
      throw new InvalidKeyException("the key does not show its bytes");
    }
    int length = bytes.length;
    if (only == 0 ? length != 16 && length != 24 && length != 32 : length != only) {
      Arrays.fill(bytes, (byte) 0);
      throw new InvalidKeyException("Invalid AES key length: " + length + " bytes");
    }
    return bytes;
  }
}
