package dev.rosa.keys;

import java.util.Arrays;
import javax.security.auth.Destroyable;

/**
 * Key of one session: the MAC key K_hmac and the cipher key K_encrypt, each empty where the suite
 * has none (PROTOCOL §2). Owned by the caller that derived it; not thread-safe against {@link
 * #destroy}.
 */
public final class SessionKey implements Destroyable {

  private final byte[] macKey;
  private final byte[] cipherKey;
  private boolean destroyed;

  private SessionKey(byte[] macKey, byte[] cipherKey) {
    this.macKey = macKey;
    this.cipherKey = cipherKey;
  }

  /**
   * A key with copies of its parts.
   *
   * @param macKey {@code byte[32]} or empty
   * @param cipherKey {@code byte[16]}, {@code byte[32]} or empty
   */
  public static SessionKey of(byte[] macKey, byte[] cipherKey) {
    return new SessionKey(macKey.clone(), cipherKey.clone());
  }

  /** A key that takes over these arrays: the caller must not keep them. */
  static SessionKey owning(byte[] macKey, byte[] cipherKey) {
    return new SessionKey(macKey, cipherKey);
  }

  /** A copy of K_hmac, the caller must wipe it. */
  public byte[] macKey() {
    requireAlive();
    return macKey.clone();
  }

  /** A copy of K_encrypt, the caller must wipe it. */
  public byte[] cipherKey() {
    requireAlive();
    return cipherKey.clone();
  }

  private void requireAlive() {
    if (destroyed) {
      throw new IllegalStateException("this session key was destroyed");
    }
  }

  @Override
  public void destroy() {
    destroyed = true;
    Arrays.fill(macKey, (byte) 0);
    Arrays.fill(cipherKey, (byte) 0);
  }

  @Override
  public boolean isDestroyed() {
    return destroyed;
  }

  @Override
  public String toString() {
    return "SessionKey(redacted)";
  }
}
