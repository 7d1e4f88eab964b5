package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.SecretKeySpec;

/**
 * Algorithm of a JCE provider, under the names by which this provider knows it. Some register an
 * algorithm under another name, or take only keys of their own factory.
 *
 * @param provider JCE provider that serves it
 * @param algorithm JCE name of the Mac or Cipher, e.g. {@code HmacSHA256}, {@code
 *     AES/GCM/NoPadding}
 * @param keyAlgorithm JCE name for the key, e.g. {@code AES}
 * @param keyFactory JCE name of the provider's own SecretKeyFactory, or empty for a plain key
 * @param resetByInit whether its Macs return to their start state only by a further {@code init},
 *     not by {@code doFinal} as JCE promises
 */
public record JceService(
    Provider provider,
    String algorithm,
    String keyAlgorithm,
    String keyFactory,
    boolean resetByInit) {

  /** An algorithm that takes plain keys and works as JCE promises. */
  public static JceService plain(Provider provider, String algorithm, String keyAlgorithm) {
    return new JceService(provider, algorithm, keyAlgorithm, "", false);
  }

  Mac newMac() throws GeneralSecurityException {
    return Mac.getInstance(algorithm, provider);
  }

  /**
   * True if its Macs wipe their key at once when they are given none. JCE itself has no way to ask
   * for that, so the provider says so by an attribute.
   */
  boolean wipesOnNullKey() {
    return Boolean.parseBoolean(macAttribute("WipedByNullKey"));
  }

  /** Bytes that a Mac with its key takes off the heap, if the provider says so by an attribute. */
  int macNativeBytes() {
    String bytes = macAttribute("NativeBytes");
    return bytes == null ? 0 : Integer.parseInt(bytes);
  }

  private String macAttribute(String name) {
    Provider.Service service = provider.getService("Mac", algorithm);
    return service == null ? null : service.getAttribute(name);
  }

  Cipher newCipher() throws GeneralSecurityException {
    return Cipher.getInstance(algorithm, provider);
  }

  SecretKey macKey(SessionKey key) throws GeneralSecurityException {
    return secretKey(key.macKey());
  }

  SecretKey cipherKey(SessionKey key) throws GeneralSecurityException {
    return secretKey(key.cipherKey());
  }

  private SecretKey secretKey(byte[] bytes) throws GeneralSecurityException {
    try {
      SecretKeySpec plain = new SecretKeySpec(bytes, keyAlgorithm);
      return keyFactory.isEmpty()
          ? plain
          : SecretKeyFactory.getInstance(keyFactory, provider).generateSecret(plain);
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }
}
