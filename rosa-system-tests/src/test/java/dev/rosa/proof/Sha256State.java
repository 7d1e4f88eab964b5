package dev.rosa.proof;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * SHA-256's state after one block (FIPS 180-4), which Java does not show: what an engine keeps of
 * an HMAC key, and as good as the key for a forger. Stateless.
 */
final class Sha256State {

  private static final int BLOCK_BYTES = 64;
  private static final int WORDS = 8;
  private static final int ROUNDS = 64;
  private static final int WORD_BITS = 32;

  private static final int[] INITIAL = new int[WORDS];
  private static final int[] CONSTANTS = new int[ROUNDS];

  static {
    BigInteger prime = BigInteger.TWO;
    for (int i = 0; i < ROUNDS; i++) {
      CONSTANTS[i] = cubeRootBits(prime);
      if (i < WORDS) {
        INITIAL[i] = prime.shiftLeft(2 * WORD_BITS).sqrt().intValue();
      }
      prime = prime.nextProbablePrime();
    }
  }

  private Sha256State() {}

  /** The first 32 bits behind the point. */
  private static int cubeRootBits(BigInteger prime) {
    BigInteger cube = prime.shiftLeft(3 * WORD_BITS);
    BigInteger root = BigInteger.ZERO;
    for (int bit = WORD_BITS + 4; bit >= 0; bit--) {
      BigInteger tried = root.setBit(bit);
      if (tried.pow(3).compareTo(cube) <= 0) {
        root = tried;
      }
    }
    return root.intValue();
  }

  /**
   * The inner state of an HMAC key of up to 64 bytes, as x86 has it in memory. Leaves no copy.
   *
   * @return {@code byte[32]}, each word with its lowest byte first
   */
  static byte[] inner(byte[] key) {
    byte[] block = Arrays.copyOf(key, BLOCK_BYTES);
    for (int i = 0; i < BLOCK_BYTES; i++) {
      block[i] ^= 0x36;
    }
    ByteBuffer bytes = ByteBuffer.allocate(WORDS * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int[] state = afterBlock(block);
    bytes.asIntBuffer().put(state);
    Arrays.fill(state, 0);
    Arrays.fill(block, (byte) 0);
    return bytes.array();
  }

  private static int[] afterBlock(byte[] block) {
    int[] w = new int[ROUNDS];
    ByteBuffer.wrap(block).asIntBuffer().get(w, 0, 16);
    for (int i = 16; i < ROUNDS; i++) {
      int s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      int s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    int[] v = INITIAL.clone();
    for (int i = 0; i < ROUNDS; i++) {
      int s1 = rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25);
      int choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
      int t1 = v[7] + s1 + choice + CONSTANTS[i] + w[i];
      int s0 = rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22);
      int majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
      System.arraycopy(v, 0, v, 1, WORDS - 1);
      v[4] += t1;
      v[0] = t1 + s0 + majority;
    }
    for (int i = 0; i < WORDS; i++) {
      v[i] += INITIAL[i];
    }
    Arrays.fill(w, 0);
    return v;
  }

  private static int rotated(int word, int bits) {
    return Integer.rotateRight(word, bits);
  }
}
