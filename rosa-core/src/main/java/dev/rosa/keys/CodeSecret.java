package dev.rosa.keys;

import java.security.SecureRandom;
import java.util.Arrays;
import javax.security.auth.Destroyable;

/**
 * Secret Kci of one active code in one epoch ({@code byte[32]}), an input of session keys [ROSA
 * §4.2.1]. The Authorization Server, the Code Servers and the routers that may run the code know
 * it. Thread-safe until destroyed.
 */
public final class CodeSecret implements Destroyable {

  /** Bytes of a secret. */
  public static final int BYTES = 32;

  private final byte[] bytes;
  private volatile boolean destroyed;

  private CodeSecret(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A secret with a copy of these bytes.
   *
   * @throws IllegalArgumentException if there are not 32
   */
  public static CodeSecret of(byte[] secret) {
    if (secret.length != BYTES) {
      throw new IllegalArgumentException("a code secret has 32 bytes, these are " + secret.length);
    }
    return new CodeSecret(secret.clone());
  }

  /** A new secret. */
  public static CodeSecret random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new CodeSecret(bytes);
  }

  /**
   * The secret itself, the caller must wipe it.
   *
   * @throws IllegalStateException if destroyed
   */
  public byte[] copyBytes() {
    if (destroyed) {
      throw new IllegalStateException("this code secret was destroyed");
    }
    return bytes.clone();
  }

  @Override
  public void destroy() {
    destroyed = true;
    Arrays.fill(bytes, (byte) 0);
  }

  @Override
  public boolean isDestroyed() {
    return destroyed;
  }

  @Override
  public String toString() {
    return "CodeSecret(redacted)";
  }
}
