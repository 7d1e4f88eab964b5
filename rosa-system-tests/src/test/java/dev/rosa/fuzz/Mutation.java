package dev.rosa.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.util.Arrays;

/** Changes of a few bytes in genuine input, which random bytes would never resemble. */
public final class Mutation {

  private static final int MOST = 8;
  private static final int MAX_SHIFT = 16;

  private Mutation() {}

  /** A copy that differs in at most {@value #MOST} bytes and {@value #MAX_SHIFT} of length. */
  public static byte[] of(byte[] genuine, FuzzedDataProvider data) {
    int shift = data.consumeInt(-Math.min(MAX_SHIFT, genuine.length - 1), MAX_SHIFT);
    byte[] changed = Arrays.copyOf(genuine, genuine.length + shift);
    int changes = data.consumeInt(0, MOST);
    for (int i = 0; i < changes; i++) {
      changed[data.consumeInt(0, changed.length - 1)] = data.consumeByte();
    }
    return changed;
  }
}
