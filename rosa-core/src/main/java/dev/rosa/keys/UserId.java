package dev.rosa.keys;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Identifier U of the user that a packet is sent for ({@code byte[16]}), given by the Authorization
 * Server and stable within a domain. Immutable.
 */
public final class UserId {

  /** Bytes of a user identifier. */
  public static final int BYTES = 16;

  private final byte[] bytes;

  private UserId(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The identifier with these bytes.
   *
   * @throws IllegalArgumentException if there are not 16
   */
  public static UserId of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a user identifier has 16 bytes, these are " + bytes.length);
    }
    return new UserId(bytes.clone());
  }

  /** 32 lower-case hex digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** A copy, {@code byte[16]}. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UserId user && Arrays.equals(bytes, user.bytes);
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
