package dev.rosa.domainstate;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Commitment to the secret (Kci) of one code in one epoch: the first half of a SHA-256 ({@code
 * byte[16]}, PROTOCOL §6). A Code Server that knows the secret finds no other one with the same
 * commitment. Kci is 32 uniformly random bytes, so the hash does not reveal it. Immutable.
 */
public final class SecretCommitment {

  /** Bytes of a commitment. */
  public static final int BYTES = 16;

  /** Chosen by name: no other provider registered with the JVM sees a Kci. */
  private static final String PROVIDER = "SUN";

  private static final byte[] LABEL =
      "ROSA-v1 secret-commitment\0".getBytes(StandardCharsets.US_ASCII);
  private static final int HASHED_BYTES =
      LABEL.length + Integer.BYTES + CodeDigest.BYTES + Integer.BYTES + CodeSecret.BYTES;

  private final int domain;
  private final CodeDigest code;
  private final int epoch;
  private final byte[] bytes;

  private SecretCommitment(int domain, CodeDigest code, int epoch, byte[] bytes) {
    this.domain = domain;
    this.code = code;
    this.epoch = epoch;
    this.bytes = bytes;
  }

  /**
   * The commitment with these bytes.
   *
   * @param epoch unsigned
   * @throws IllegalArgumentException if there are not 16
   */
  public static SecretCommitment of(int domain, CodeDigest code, int epoch, byte[] commitment) {
    if (commitment.length != BYTES) {
      throw new IllegalArgumentException(
          "a commitment has %d bytes, these are %d".formatted(BYTES, commitment.length));
    }
    return new SecretCommitment(domain, code, epoch, commitment.clone());
  }

  /** The commitment to a secret, which stays the caller's. */
  public static SecretCommitment to(int domain, CodeDigest code, int epoch, CodeSecret secret) {
    return new SecretCommitment(domain, code, epoch, hash(domain, code, epoch, secret));
  }

  private static byte[] hash(int domain, CodeDigest code, int epoch, CodeSecret secret) {
    ByteBuffer hashed = ByteBuffer.allocate(HASHED_BYTES);
    byte[] kci = secret.copyBytes();
    try {
      hashed.put(LABEL).putInt(domain).put(code.toBytes()).putInt(epoch).put(kci);
      return Arrays.copyOf(sha256().digest(hashed.array()), BYTES);
    } finally {
      Arrays.fill(kci, (byte) 0);
      Arrays.fill(hashed.array(), (byte) 0);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256", PROVIDER);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** True if it is the commitment to this secret; takes the same time for every secret. */
  public boolean isTo(CodeSecret secret) {
    return MessageDigest.isEqual(bytes, hash(domain, code, epoch, secret));
  }

  /** A copy, {@code byte[16]}. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SecretCommitment commitment
        && domain == commitment.domain
        && epoch == commitment.epoch
        && code.equals(commitment.code)
        && Arrays.equals(bytes, commitment.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** 32 lower-case hex digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
