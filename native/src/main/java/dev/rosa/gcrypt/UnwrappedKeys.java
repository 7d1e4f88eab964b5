package dev.rosa.gcrypt;

import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** Maker of a JCE key from the bytes that a cipher has unwrapped. Stateless. */
final class UnwrappedKeys {

  private UnwrappedKeys() {}

  /**
   * A key of its own memory.
   *
   * @param type {@link Cipher#SECRET_KEY}, {@link Cipher#PRIVATE_KEY} or {@link Cipher#PUBLIC_KEY}
   */
  static Key of(byte[] encoded, String algorithm, int type)
      throws InvalidKeyException, NoSuchAlgorithmException {
    try {
      return switch (type) {
        case Cipher.SECRET_KEY -> new SecretKeySpec(encoded, algorithm);
        case Cipher.PRIVATE_KEY ->
            KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        case Cipher.PUBLIC_KEY ->
            KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(encoded));
        default -> throw new InvalidKeyException("no type of key has the number " + type);
      };
    } catch (InvalidKeySpecException | IllegalArgumentException e) {
      throw new InvalidKeyException("what was wrapped is no " + algorithm + " key", e);
    }
  }
}
