package dev.rosa.gcrypt;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigestSpi;
import java.util.Objects;

/**
 * A message digest of libgcrypt, as JCE's {@link java.security.MessageDigest}. Has native state
 * from its first data on.
 */
final class GcryptDigest extends MessageDigestSpi implements Cloneable {

  private final DigestAlgorithm algorithm;

  /** Null before there is data. */
  private DigestHandle handle;

  /** True if there is data since the start or the last digest. */
  private boolean begun;

  GcryptDigest(DigestAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  protected int engineGetDigestLength() {
    return algorithm.bytes();
  }

  @Override
  protected void engineUpdate(byte input) {
    open().update(input);
    begun = true;
  }

  @Override
  protected void engineUpdate(byte[] input, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, input.length);
    open().update(input, offset, length);
    begun = true;
  }

  @Override
  protected void engineUpdate(ByteBuffer input) {
    open().update(input);
    begun = true;
  }

  @Override
  protected byte[] engineDigest() {
    byte[] digest = new byte[algorithm.bytes()];
    finish(digest, 0);
    return digest;
  }

  @Override
  protected int engineDigest(byte[] output, int offset, int length) throws DigestException {
    if (length < algorithm.bytes()) {
      throw new DigestException("a digest is not returned in part");
    }
    if (offset < 0 || output.length - offset < algorithm.bytes()) {
      throw new DigestException("no room for the digest");
    }
    finish(output, offset);
    return algorithm.bytes();
  }

  private void finish(byte[] output, int offset) {
    open().finish(output, offset);
    begun = false;
  }

  @Override
  protected void engineReset() {
    if (begun) {
      handle.restart();
      begun = false;
    }
  }

  private DigestHandle open() {
    if (handle == null) {
      handle = DigestHandle.ofDigest(algorithm);
    }
    return handle;
  }

  @Override
  public Object clone() throws CloneNotSupportedException {
    GcryptDigest copy = (GcryptDigest) super.clone();
    if (handle != null) {
      copy.handle = handle.copy();
    }
    return copy;
  }
}
