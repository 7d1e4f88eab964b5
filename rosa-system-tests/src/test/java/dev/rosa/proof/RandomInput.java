package dev.rosa.proof;

import java.security.SecureRandom;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Everything a round of a check draws at random, from one seed: another run with {@code
 * -Dproof.seed} and the number of a failure sees the same. Owned by one thread.
 */
final class RandomInput {

  /** Names the seed; without it every run has one of its own. */
  static final String SEED_PROPERTY = "proof.seed";

  static final long SEED = Long.getLong(SEED_PROPERTY, new SecureRandom().nextLong());

  /** Lengths at block and padding boundaries, and at the ends of the range. */
  private static final int[] EDGES = {
    0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 27, 28, 31, 32, 33, 39, 40, 47, 48, 49, 55, 56, 63, 64, 65, 79,
    80, 95, 96, 111, 112, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 1500, 2047,
    2048, 4095, 4096, 4097, 8191, 8192, 8999, 9000
  };

  private final SplittableRandom random;

  /** The draws for one purpose do not depend on those for another. */
  RandomInput(long seed, String purpose) {
    random = new SplittableRandom(seed * 31 + purpose.hashCode());
  }

  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Both ends included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  long number() {
    return random.nextLong();
  }

  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** A length from 0 to {@code most}, a third of them where something ends or begins. */
  int length(int most) {
    int edge = EDGES[random.nextInt(EDGES.length)];
    return oneIn(3) && edge <= most ? edge : random.nextInt(most + 1);
  }
}
