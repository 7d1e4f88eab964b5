package dev.rosa.proof;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Repetition of a check: once, or with {@code -Dproof.minutes=N} as often as fits into N minutes,
 * each time with another seed.
 */
final class Rounds {

  /** Minutes per check; 0 is one round. */
  static final String MINUTES_PROPERTY = "proof.minutes";

  private static final long NANOS = TimeUnit.MINUTES.toNanos(Long.getLong(MINUTES_PROPERTY, 0));

  /** Odd, so that no two rounds have the same seed. */
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private Rounds() {}

  /** Duration of a check that is one long round. */
  static long nanos() {
    return NANOS;
  }

  /** Does the check; what it finds wrong names the seed that shows it in the first round. */
  static void run(String purpose, Consumer<RandomInput> check) {
    long end = System.nanoTime() + NANOS;
    long seed = RandomInput.SEED;
    do {
      try {
        check.accept(new RandomInput(seed, purpose));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "%s, -D%s=%d: %s".formatted(purpose, RandomInput.SEED_PROPERTY, seed, e.getMessage()),
            e);
      }
      seed += STEP;
    } while (System.nanoTime() - end < 0);
  }
}
