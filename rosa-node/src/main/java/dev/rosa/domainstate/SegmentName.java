package dev.rosa.domainstate;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Name of a segment of the list of revocations: SHA-256 of its bytes ({@code byte[32]}). */
public final class SegmentName {

  /** Bytes of a name. */
  public static final int BYTES = 32;

  private final byte[] bytes;

  private SegmentName(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The name with these bytes.
   *
   * @throws IllegalArgumentException if there are not 32
   */
  public static SegmentName of(byte[] name) {
    if (name.length != BYTES) {
      throw new IllegalArgumentException(
          "the name of a segment has 32 bytes, these are " + name.length);
    }
    return new SegmentName(name.clone());
  }

  /** The name of a segment with these bytes. */
  public static SegmentName ofSegment(byte[] segment) {
    return new SegmentName(sha256(segment));
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** A copy, {@code byte[32]}. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SegmentName name && Arrays.equals(bytes, name.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** 64 lower-case hex digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
