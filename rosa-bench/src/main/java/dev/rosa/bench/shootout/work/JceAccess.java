package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Operation;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Provider;
import java.security.Security;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.SecretKeySpec;

/**
 * Access to a JCE provider as ordinary programs use it, with allowance for two habits of providers.
 * Macs may be registered under the digest's name alone, and keys may have to come from the
 * provider's own factory. Thread-safe.
 */
record JceAccess(String name, Provider provider) {

  private static final String MAC_PREFIX = "Hmac";

  /** The JDK's own, whose answers count as right: it passes the published vectors. */
  static JceAccess reference() {
    return new JceAccess("SunJCE", Security.getProvider("SunJCE"));
  }

  /** A Mac with its key set. */
  Mac mac(Operation operation) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(macName(operation.jceName()), provider);
    SecretKey plain =
        new SecretKeySpec(Material.bytes(Material.MAC_KEY_BYTES), operation.jceName());
    try {
      mac.init(plain);
    } catch (InvalidKeyException e) {
      mac.init(ownKey(plain));
    }
    return mac;
  }

  private String macName(String standard) {
    String digest = standard.substring(MAC_PREFIX.length());
    boolean underDigest =
        provider.getService("Mac", standard) == null && provider.getService("Mac", digest) != null;
    return underDigest ? digest : standard;
  }

  Cipher cipher(Operation operation) throws GeneralSecurityException {
    return Cipher.getInstance(operation.jceName(), provider);
  }

  /** An AES key that a cipher of this provider takes. */
  SecretKey aesKey(int bytes) throws GeneralSecurityException {
    SecretKey plain = new SecretKeySpec(Material.bytes(bytes), "AES");
    return provider.getService("SecretKeyFactory", "AES") == null ? plain : ownKey(plain);
  }

  private SecretKey ownKey(SecretKey plain) throws GeneralSecurityException {
    return SecretKeyFactory.getInstance(plain.getAlgorithm(), provider)
        .generateSecret((SecretKeySpec) plain);
  }
}
