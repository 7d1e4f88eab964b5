package dev.rosa.examples.bench.kernel;

import java.util.Arrays;

/** Compression by references to what came before, as in LZ77. */
public final class CompressionKernel extends PayloadKernel {

  private static final int LEAST_MATCH = 4;
  private static final int HASH_SHIFT = 22;
  private static final int MULTIPLIER = 0x9e3779b1;

  private final byte[] out = new byte[4096];
  private final int[] last = new int[1024];

  @Override
  int result(byte[] payload, int length) {
    Arrays.fill(last, 0);
    int written = 0;
    int literals = 0;
    int at = 1;
    while (at + 2 * LEAST_MATCH < length) {
      int word = word(payload, at);
      int hash = (word * MULTIPLIER) >>> HASH_SHIFT;
      int before = last[hash];
      last[hash] = at;
      if (before > 0 && word(payload, before) == word) {
        int match = match(payload, length, before, at);
        written = copy(payload, literals, at, written);
        out[written++] = (byte) match;
        out[written++] = (byte) (at - before);
        out[written++] = (byte) ((at - before) >> Byte.SIZE);
        at += match;
        literals = at;
      } else {
        at++;
      }
    }
    return copy(payload, literals, length, written);
  }

  private static int word(byte[] bytes, int at) {
    return (bytes[at] & 0xff)
        | (bytes[at + 1] & 0xff) << 8
        | (bytes[at + 2] & 0xff) << 16
        | bytes[at + 3] << 24;
  }

  private static int match(byte[] payload, int length, int before, int at) {
    int match = LEAST_MATCH;
    while (at + match < length && payload[before + match] == payload[at + match]) {
      match++;
    }
    return match;
  }

  private int copy(byte[] payload, int from, int to, int written) {
    int at = written;
    for (int i = from; i < to; i++) {
      out[at++] = payload[i];
    }
    return at;
  }
}
