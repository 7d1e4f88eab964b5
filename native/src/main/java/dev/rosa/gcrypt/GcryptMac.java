package dev.rosa.gcrypt;

import java.nio.ByteBuffer;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.ProviderException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.Objects;
import javax.crypto.MacSpi;
import javax.crypto.SecretKey;

/**
 * An HMAC of libgcrypt, as JCE's {@link javax.crypto.Mac}. The key is expanded once; each message
 * then costs two native calls, one for its data and one for the tag, after which the state is at
 * "key set" again.
 *
 * <p>{@link #engineDoFinal} makes one array, of the tag's length: {@code MacSpi} has no other way
 * to answer, and {@code Mac.doFinal(byte[], int)} copies from it and drops it. With every JCE
 * provider that is the one allocation of a message.
 *
 * <p>A key that is refused leaves no key behind. JCE knows no way to close a Mac; {@code
 * mac.init(null)} is one here: it throws InvalidKeyException as it must, and wipes the state at
 * once instead of after the next collections.
 */
final class GcryptMac extends MacSpi implements Cloneable {

  private final DigestAlgorithm algorithm;

  /** Null without a key. */
  private DigestHandle handle;

  /** True if there is data since the start or the last tag. */
  private boolean begun;

  GcryptMac(DigestAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  protected int engineGetMacLength() {
    return algorithm.bytes();
  }

  @Override
  protected void engineInit(Key key, AlgorithmParameterSpec params)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    boolean taken = false;
    try {
      if (params != null) {
        throw new InvalidAlgorithmParameterException("HMAC has no parameters");
      }
      set(secretOf(key));
      taken = true;
    } finally {
      if (!taken) {
        close();
      }
    }
  }

  private void set(byte[] secret) throws InvalidKeyException {
    try {
      if (handle == null) {
        handle = DigestHandle.ofHmac(algorithm, secret);
      } else {
        handle.key(secret);
      }
      begun = false;
    } catch (ProviderException e) {
      // In FIPS mode libgcrypt takes no key of less than 14 bytes.
      throw new InvalidKeyException(e.getMessage(), e);
    } finally {
      Arrays.fill(secret, (byte) 0);
    }
  }

  private static byte[] secretOf(Key key) throws InvalidKeyException {
    if (!(key instanceof SecretKey)) {
      throw new InvalidKeyException("a secret key is needed");
    }
    byte[] secret = key.getEncoded();
    if (secret == null) {
      throw new InvalidKeyException("the key does not show its bytes");
    }
    return secret;
  }

  private void close() {
    if (handle != null) {
      handle.close();
      handle = null;
    }
  }

  @Override
  protected void engineUpdate(byte input) {
    keyed().update(input);
    begun = true;
  }

  @Override
  protected void engineUpdate(byte[] input, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, input.length);
    keyed().update(input, offset, length);
    begun = true;
  }

  @Override
  protected void engineUpdate(ByteBuffer input) {
    keyed().update(input);
    begun = true;
  }

  @Override
  protected byte[] engineDoFinal() {
    byte[] tag = new byte[algorithm.bytes()];
    keyed().finish(tag, 0);
    begun = false;
    return tag;
  }

  /** Mac calls this after every tag, too. */
  @Override
  protected void engineReset() {
    if (begun) {
      keyed().restart();
      begun = false;
    }
  }

  private DigestHandle keyed() {
    if (handle == null) {
      throw new IllegalStateException("MAC not initialized");
    }
    return handle;
  }

  @Override
  public Object clone() throws CloneNotSupportedException {
    GcryptMac copy = (GcryptMac) super.clone();
    if (handle != null) {
      copy.handle = handle.copy();
    }
    return copy;
  }
}
