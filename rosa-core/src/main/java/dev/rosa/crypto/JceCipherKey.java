package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import java.security.GeneralSecurityException;
import javax.crypto.SecretKey;

/** An AES key as a JCE provider takes it. */
record JceCipherKey(SecretKey secret) implements PreparedKey {

  static JceCipherKey of(JceService service, SessionKey key) {
    try {
      return new JceCipherKey(service.cipherKey(key));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(service.algorithm() + " refused a session key", e);
    }
  }

  /** A SecretKeySpec with its bytes and name, rounded up. */
  private static final int FOOTPRINT_BYTES = 128;

  @Override
  public int footprintBytes() {
    return FOOTPRINT_BYTES;
  }

  @Override
  public void destroy() {
    // SecretKeySpec cannot be destroyed; dropping it is all there is.
  }

  @Override
  public String toString() {
    return "JceCipherKey(redacted)";
  }
}
