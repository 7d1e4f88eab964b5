package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NameTableTest {

  /** With a chain to walk for each name this would take hours. */
  private static final int MANY = 1_000_000;

  private final NameTable<Integer> table = new NameTable<>();

  @Test
  void shouldFindWhatWasPutLastUnderEachName() {
    SplittableRandom random = new SplittableRandom(7);
    Map<Long, Integer> expected = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      long name = random.nextLong(1_000);
      table.put(name, -name, i);
      expected.put(name, i);
    }
    expected.forEach((name, value) -> assertEquals(value, table.find(name, -name)));
    assertEquals(expected.size(), table.size());
    assertNull(table.find(1, 1));
    assertNull(table.find(2_000, -2_000));
  }

  @Test
  void shouldHoldManyNamesWithTheSameFirstHalf() {
    for (int i = 0; i < MANY; i++) {
      table.put(42, i, i);
    }
    assertEquals(MANY, table.size());
    for (int i = 0; i < MANY; i++) {
      assertEquals(i, table.find(42, i));
    }
  }

  @Test
  void shouldHoldManyNamesWhoseHalvesFoldToTheSameNumber() {
    for (long i = 0; i < MANY; i++) {
      table.put(i << 32 | i, 0, (int) i);
    }
    assertEquals(MANY, table.size());
  }
}
