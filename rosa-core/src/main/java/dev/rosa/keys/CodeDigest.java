package dev.rosa.keys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The name of active code: the SHA-256 over its bundle's bytes ({@code byte[32]}). Immutable. */
public final class CodeDigest {

  /** Bytes of a digest. */
  public static final int BYTES = 32;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;

  private CodeDigest(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The digest with these bytes.
   *
   * @throws IllegalArgumentException if there are not 32
   */
  public static CodeDigest of(byte[] digest) {
    if (digest.length != BYTES) {
      throw new IllegalArgumentException("a code digest has 32 bytes, these are " + digest.length);
    }
    return new CodeDigest(digest.clone());
  }

  /**
   * The digest written as 64 hex digits.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static CodeDigest ofHex(String hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException("a code digest has 64 hex digits: '" + hex + "'");
    }
    return new CodeDigest(HexFormat.of().parseHex(hex));
  }

  /** The digest of a bundle. */
  public static CodeDigest ofBundle(byte[] bundle) {
    try {
      return new CodeDigest(MessageDigest.getInstance("SHA-256").digest(bundle));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Ci: the first 16 bytes, as packets carry them. */
  public CodeId codeId() {
    return CodeId.of(bytes);
  }

  /** 64 lower-case hex digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** A copy, {@code byte[32]}. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Writes the 32 bytes into {@code target} at {@code offset}, without allocating. */
  public void copyTo(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, BYTES);
  }

  /** Bytes 8 × {@code index} to 8 × {@code index} + 7, big-endian; 0 … 3. */
  public long word(int index) {
    return (long) WORDS.get(bytes, index * Long.BYTES);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CodeDigest digest && Arrays.equals(bytes, digest.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
