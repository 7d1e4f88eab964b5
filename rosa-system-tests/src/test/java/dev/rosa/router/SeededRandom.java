package dev.rosa.router;

import java.security.SecureRandom;
import java.util.SplittableRandom;

/** Not secure at all: the same seed gives the same numbers, so that a failure can be repeated. */
final class SeededRandom extends SecureRandom {

  private static final long serialVersionUID = 1L;

  private final transient SplittableRandom random;

  SeededRandom(long seed) {
    super(null, null);
    random = new SplittableRandom(seed);
  }

  @Override
  public void nextBytes(byte[] bytes) {
    random.nextBytes(bytes);
  }

  @Override
  public long nextLong() {
    return random.nextLong();
  }
}
