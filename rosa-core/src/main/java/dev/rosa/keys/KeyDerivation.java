package dev.rosa.keys;

import dev.rosa.wire.active.Suite;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Derivation of a session key from session parameters and the code's secret, by NIST SP 800-108r1
 * with HMAC-SHA-256. It is {@code K = KDF(U, SST, SET, IPs, IPd, Ci, Kci)} [ROSA §4.2.1] in counter
 * mode (PROTOCOL §2). Owned by one thread.
 */
public final class KeyDerivation {

  private static final String PRF = "HmacSHA256";

  /** Chosen by name: no other provider registered with the JVM sees a Kci. */
  private static final String PROVIDER = "SunJCE";

  private static final int PRF_BYTES = 32;
  private static final byte[] LABEL = "ROSA-v1 session".getBytes(StandardCharsets.US_ASCII);
  private static final int COUNTER_BYTES = 4;
  private static final int CONTEXT_OFFSET = COUNTER_BYTES + LABEL.length + 1;
  private static final int LENGTH_OFFSET = CONTEXT_OFFSET + KdfContext.BYTES;

  private final Mac prf;
  private final byte[] input = new byte[LENGTH_OFFSET + 4];
  private final byte[] output = new byte[2 * PRF_BYTES];

  /** Secret that {@link #prf} is set to. */
  private CodeSecret current;

  /** A derivation on the JDK's own HMAC-SHA-256. */
  public KeyDerivation() {
    try {
      prf = Mac.getInstance(PRF, PROVIDER);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + PRF, e);
    }
    System.arraycopy(LABEL, 0, input, COUNTER_BYTES, LABEL.length);
  }

  /** The key of a session. */
  public SessionKey derive(SessionParameters parameters, CodeSecret secret) {
    return derive(parameters.suite(), KdfContext.encode(parameters), secret);
  }

  /**
   * The key of a session whose context is already encoded.
   *
   * @param context {@code byte[115]}, see {@link KdfContext}
   */
  public SessionKey derive(Suite suite, byte[] context, CodeSecret secret) {
    int keyBytes = suite.macKeyBytes() + suite.cipherKeyBytes();
    System.arraycopy(context, 0, input, CONTEXT_OFFSET, KdfContext.BYTES);
    putInt(LENGTH_OFFSET, keyBytes * Byte.SIZE);
    try {
      take(secret);
      for (int i = 1, at = 0; at < keyBytes; i++, at += PRF_BYTES) {
        putInt(0, i);
        prf.update(input);
        prf.doFinal(output, at);
      }
      return split(suite);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the key derivation failed", e);
    } finally {
      Arrays.fill(output, (byte) 0);
    }
  }

  /** Sessions of one code come together: its secret is set once and not for each of them. */
  @SuppressWarnings("ReferenceEquality") // A secret that is equal may have been destroyed.
  private void take(CodeSecret secret) throws GeneralSecurityException {
    if (secret == current && !secret.isDestroyed()) {
      return;
    }
    current = null;
    byte[] kci = secret.copyBytes();
    try {
      prf.init(new SecretKeySpec(kci, PRF));
      current = secret;
    } finally {
      Arrays.fill(kci, (byte) 0);
    }
  }

  /** Lets go of the secret that was used last; another is welcome. */
  public void forget() {
    current = null;
    try {
      prf.init(new SecretKeySpec(new byte[PRF_BYTES], PRF));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the key derivation failed", e);
    }
  }

  private SessionKey split(Suite suite) {
    int cipherAt = suite.macKeyBytes();
    return SessionKey.owning(
        Arrays.copyOf(output, cipherAt),
        Arrays.copyOfRange(output, cipherAt, cipherAt + suite.cipherKeyBytes()));
  }

  private void putInt(int offset, int value) {
    input[offset] = (byte) (value >>> 24);
    input[offset + 1] = (byte) (value >>> 16);
    input[offset + 2] = (byte) (value >>> 8);
    input[offset + 3] = (byte) value;
  }
}
