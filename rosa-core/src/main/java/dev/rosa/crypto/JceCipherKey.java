package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import java.security.GeneralSecurityException;
import javax.crypto.SecretKey;

/** An AES session key as the AES engines on JCE providers keep it. Owned by one thread. */
final class JceCipherKey implements PreparedKey {

  /** A SecretKeySpec with its bytes and name, rounded up. */
  private static final int FOOTPRINT_BYTES = 128;

  private SecretKey secret;

  private JceCipherKey(SecretKey secret) {
    this.secret = secret;
  }

  static JceCipherKey of(JceService service, SessionKey key) {
    try {
      return new JceCipherKey(service.cipherKey(key));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(service.algorithm() + " refused a session key", e);
    }
  }

  /**
   * The secret of a key that stands in a batch.
   *
   * @throws IllegalArgumentException if it is another engine's
   * @throws IllegalStateException if it was destroyed
   */
  static SecretKey secretOf(PreparedKey key) {
    if (!(key instanceof JceCipherKey own)) {
      throw new IllegalArgumentException("a key was prepared by another engine");
    }
    if (own.secret == null) {
      throw new IllegalStateException("a key was used after it was destroyed");
    }
    return own.secret;
  }

  @Override
  public int footprintBytes() {
    return FOOTPRINT_BYTES;
  }

  /** SecretKeySpec cannot be wiped; dropping it is all there is. */
  @Override
  public void destroy() {
    secret = null;
  }

  @Override
  public String toString() {
    return "JceCipherKey(redacted)";
  }
}
