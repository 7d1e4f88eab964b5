package dev.rosa.metering.twin;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Twins of random numbers below a bound. The JDK draws again when a number would favour small
 * results; a seed can be chosen for which it does so dozens of times. Each draw is paid. Stateless.
 */
public final class Draws {

  private static final int DRAW = 80;

  private Draws() {}

  /** Twin of {@link Random#nextInt(int)}. */
  public static int nextInt(Random random, int bound) {
    int first = draw(random, bound);
    int mask = bound - 1;
    return (bound & mask) == 0
        ? (int) (((long) bound * (first >>> 1)) >> (Integer.SIZE - 1))
        : below(first, random, bound);
  }

  /** Twin of {@link SplittableRandom#nextInt(int)}. */
  public static int nextInt(SplittableRandom random, int bound) {
    int first = draw(random, bound);
    int mask = bound - 1;
    return (bound & mask) == 0 ? first & mask : below(first, random, bound);
  }

  private static int draw(RandomGenerator random, int bound) {
    Toll.pay(DRAW);
    if (bound <= 0) {
      Throwables.pay();
      throw new IllegalArgumentException("the bound is not positive");
    }
    return random.nextInt();
  }

  /** The remainder of a number of 31 bits that lies in a whole multiple of the bound. */
  private static int below(int first, RandomGenerator random, int bound) {
    int number = first >>> 1;
    while (number - number % bound + (bound - 1) < 0) {
      Toll.pay(DRAW);
      number = random.nextInt() >>> 1;
    }
    return number % bound;
  }
}
