package dev.rosa.bench.shootout.work;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;
import java.util.Arrays;
import java.util.Random;

/**
 * Input bytes and fixed keys for the shootout: the same in every fork, and not secret. Stateless.
 */
final class Material {

  static final int MAC_KEY_BYTES = 32;
  static final int AES128_KEY_BYTES = 16;
  static final int AES256_KEY_BYTES = 32;

  private static final long SEED = 20_040_601;

  private Material() {}

  /** Bytes without a pattern. */
  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(SEED).nextBytes(bytes);
    return bytes;
  }

  /** A session key for a suite. */
  static SessionKey sessionKey(Suite suite) {
    byte[] bytes = bytes(suite.macKeyBytes() + suite.cipherKeyBytes());
    return SessionKey.of(
        Arrays.copyOf(bytes, suite.macKeyBytes()),
        Arrays.copyOfRange(bytes, suite.macKeyBytes(), bytes.length));
  }
}
