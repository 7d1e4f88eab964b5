package dev.rosa.transparency;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * SHA-256 hash of a Merkle tree or of one of its subtrees (RFC 6962, section 2.1). A leaf is hashed
 * behind a byte 0, two subtrees behind a byte 1. Immutable.
 */
public final class TreeHash {

  public static final int BYTES = 32;

  /** Hash of a tree without leaves. */
  public static final TreeHash EMPTY = new TreeHash(sha256().digest());

  private static final byte LEAF = 0;
  private static final byte NODE = 1;

  private final byte[] bytes;

  private TreeHash(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Hash of a leaf. */
  public static TreeHash leaf(byte[] leaf) {
    MessageDigest digest = sha256();
    digest.update(LEAF);
    return new TreeHash(digest.digest(leaf));
  }

  /** Hash of a tree of two subtrees. */
  public static TreeHash node(TreeHash left, TreeHash right) {
    MessageDigest digest = sha256();
    digest.update(NODE);
    digest.update(left.bytes);
    return new TreeHash(digest.digest(right.bytes));
  }

  /** The hash at a place of an array, {@code byte[32]} from there. */
  public static TreeHash at(byte[] array, int offset) {
    return new TreeHash(Arrays.copyOfRange(array, offset, offset + BYTES));
  }

  /**
   * Reads the one Base64 text of a hash.
   *
   * @throws TransparencyException if it is none
   */
  public static TreeHash parse(String text) throws TransparencyException {
    byte[] bytes = CanonicalBase64.decode(text, "a hash");
    if (bytes.length != BYTES) {
      throw new TransparencyException(
          "a hash has " + bytes.length + " bytes, expected " + BYTES + " in Base64");
    }
    return new TreeHash(bytes);
  }

  /** A copy, {@code byte[32]}. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TreeHash hash && MessageDigest.isEqual(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Base64, as checkpoints and proofs write it. */
  @Override
  public String toString() {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
