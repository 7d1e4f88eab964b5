package dev.rosa.metering.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.metering.Meter;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random numbers below a bound are those of the JDK, and each draw is paid. */
@Tag("jdk")
class DrawsTest {

  private static final int FUEL = 1_000_000;
  private static final long MEMORY = 1 << 20;

  /** The next 34 numbers of 31 bits lie above 2^30. */
  private static final long SEED_OF_34_DRAWS = 228425357795085L;

  private static final int WORST_BOUND = (1 << 30) + 1;

  @BeforeEach
  void begin() {
    Meter.current().begin(FUEL, MEMORY);
  }

  private static int unitsOf(Random random, int bound) {
    Meter.current().begin(FUEL, MEMORY);
    Draws.nextInt(random, bound);
    return FUEL - Meter.current().fuel;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 1000, 1 << 30, WORST_BOUND, 0x60000000, Integer.MAX_VALUE})
  void shouldDrawAsTheJdkDoes(int bound) {
    for (int seed = 0; seed < 200; seed++) {
      Random expected = new Random(seed);
      Random random = new Random(seed);
      SplittableRandom splittable = new SplittableRandom(seed);
      SplittableRandom expectedSplittable = new SplittableRandom(seed);
      for (int i = 0; i < 5; i++) {
        assertEquals(expected.nextInt(bound), Draws.nextInt(random, bound));
        assertEquals(expectedSplittable.nextInt(bound), Draws.nextInt(splittable, bound));
      }
    }
  }

  @Test
  void shouldChargeEachDrawOfASeedThatNeedsMany() {
    int one = unitsOf(new Random(SEED_OF_34_DRAWS), 1 << 30);
    int many = unitsOf(new Random(SEED_OF_34_DRAWS), WORST_BOUND);
    assertTrue(many >= 34 * one, () -> one + " and " + many);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void shouldRefuseBoundsThatAreNotPositive(int bound) {
    assertThrows(IllegalArgumentException.class, () -> Draws.nextInt(new Random(1), bound));
    SplittableRandom random = new SplittableRandom(1);
    assertThrows(IllegalArgumentException.class, () -> Draws.nextInt(random, bound));
  }
}
