package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A set of session numbers, small and large. */
class SessionNumbersTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 16, 17, 1_000, 100_000})
  void shouldContainWhatWasAddedAndNothingElse(int count) {
    Random random = new Random(count);
    TreeSet<Long> added = new TreeSet<>();
    while (added.size() < count) {
      added.add(random.nextLong());
    }
    SessionNumbers numbers = new SessionNumbers(count, new Random(5));
    added.forEach(numbers::add);
    added.forEach(numbers::add);
    assertEquals(count, numbers.size());
    added.forEach(number -> assertTrue(numbers.contains(number)));
    for (int i = 0; i < 10_000; i++) {
      long other = random.nextLong();
      assertEquals(added.contains(other), numbers.contains(other));
    }
  }

  @Test
  void shouldContainNeighboursOnlyIfTheyWereAdded() {
    SessionNumbers numbers = new SessionNumbers(1_000, new Random(6));
    for (long number = 2; number <= 2_000; number += 2) {
      numbers.add(number);
    }
    for (long number = 1; number <= 2_000; number++) {
      assertEquals(number % 2 == 0, numbers.contains(number));
    }
  }

  @Test
  void shouldContainZeroOnlyIfItWasAdded() {
    SessionNumbers numbers = new SessionNumbers(3, new Random(7));
    numbers.add(-1);
    assertFalse(numbers.contains(0));
    numbers.add(0);
    assertTrue(numbers.contains(0));
    assertEquals(2, numbers.size());
  }
}
