package dev.rosa.metering.prices;

import java.util.Arrays;
import java.util.Random;

/** Numbers from which arguments are made, the same arguments from the same numbers. */
final class Genes {

  private static final int COUNT = 24;

  private final int[] numbers;
  private int next;

  private Genes(int[] numbers) {
    this.numbers = numbers;
  }

  static Genes random(Random random) {
    return new Genes(random.ints(COUNT, 0, Integer.MAX_VALUE).toArray());
  }

  /** A copy with one to three other numbers. */
  Genes mutated(Random random) {
    int[] copy = numbers.clone();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      // The first ones decide on the kind and the size of the first arguments.
      copy[random.nextInt(1 + random.nextInt(COUNT))] = random.nextInt(Integer.MAX_VALUE);
    }
    return new Genes(copy);
  }

  /** The same numbers from the first one. */
  Genes again() {
    return new Genes(numbers);
  }

  int next(int bound) {
    int number = numbers[next % COUNT] + 31 * (next / COUNT);
    next++;
    return Math.floorMod(number, bound);
  }

  Random random() {
    return new Random(next(1 << 20));
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(numbers, 6));
  }
}
