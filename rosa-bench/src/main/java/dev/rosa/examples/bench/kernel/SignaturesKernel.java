package dev.rosa.examples.bench.kernel;

import java.util.Random;

/** Search for 16 signatures of eight bytes at every place. */
public final class SignaturesKernel extends PayloadKernel {

  private static final int SIGNATURES = 16;
  private static final int BYTES = 8;

  private final byte[][] signatures = new byte[SIGNATURES][BYTES];

  /** Signatures that begin with a byte, as bits. */
  private final int[] beginning = new int[256];

  /** Makes the signatures. */
  public SignaturesKernel() {
    Random random = new Random(7);
    for (int i = 0; i < SIGNATURES; i++) {
      for (int j = 0; j < BYTES; j++) {
        signatures[i][j] = (byte) random.nextInt(256);
      }
      beginning[signatures[i][0] & 0xff] |= 1 << i;
    }
  }

  @Override
  int result(byte[] payload, int length) {
    int hits = 0;
    for (int i = 0; i + BYTES <= length; i++) {
      int candidates = beginning[payload[i] & 0xff];
      while (candidates != 0) {
        int signature = Integer.numberOfTrailingZeros(candidates);
        candidates &= candidates - 1;
        hits += matches(signatures[signature], payload, i) ? 1 : 0;
      }
    }
    return hits;
  }

  private static boolean matches(byte[] signature, byte[] payload, int at) {
    for (int i = 1; i < signature.length; i++) {
      if (signature[i] != payload[at + i]) {
        return false;
      }
    }
    return true;
  }
}
