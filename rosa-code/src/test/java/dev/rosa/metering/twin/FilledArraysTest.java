package dev.rosa.metering.twin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arrays of all lengths are filled as the JDK does it, also where parts are copied. */
class FilledArraysTest {

  private static final List<Integer> LENGTHS =
      List.of(0, 1, 63, 64, 65, 127, 128, 129, 1_000, 1_088, 1_089, 2_048, 5_000);

  @BeforeEach
  void unlimited() {
    Comparison.unlimited();
  }

  @Test
  void shouldFillEveryRange() {
    for (int length : LENGTHS) {
      for (int from : new int[] {0, 1, 65}) {
        for (int to : new int[] {length, length - 1, from + 64, from + 65}) {
          if (from <= to && to <= length) {
            assertFilled(length, from, to);
          }
        }
      }
    }
  }

  private static void assertFilled(int length, int from, int to) {
    String range = length + " " + from + " " + to;
    byte[] bytes = new byte[length];
    byte[] expectedBytes = new byte[length];
    ArrayCalls.fill(bytes, from, to, (byte) 7);
    Arrays.fill(expectedBytes, from, to, (byte) 7);
    assertArrayEquals(expectedBytes, bytes, range);
    long[] longs = new long[length];
    long[] expectedLongs = new long[length];
    ArrayCalls.fill(longs, from, to, -9);
    Arrays.fill(expectedLongs, from, to, -9);
    assertArrayEquals(expectedLongs, longs, range);
    Object[] objects = new String[length];
    Object[] expectedObjects = new String[length];
    ArrayCalls.fill(objects, from, to, "x");
    Arrays.fill(expectedObjects, from, to, "x");
    assertArrayEquals(expectedObjects, objects, range);
  }

  @Test
  void shouldFillWholeArrays() {
    for (int length : LENGTHS) {
      char[] chars = new char[length];
      char[] expected = new char[length];
      ArrayCalls.fill(chars, 'q');
      Arrays.fill(expected, 'q');
      assertArrayEquals(expected, chars);
    }
  }

  @Test
  void shouldRefuseRangesOutsideAndChangeNothing() {
    int[] array = new int[200];
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> ArrayCalls.fill(array, 0, 201, 5));
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> ArrayCalls.fill(array, -1, 100, 5));
    assertThrows(IllegalArgumentException.class, () -> ArrayCalls.fill(array, 100, 50, 5));
    assertThrows(
        IllegalArgumentException.class,
        () -> ArrayCalls.fill(array, Integer.MAX_VALUE, Integer.MIN_VALUE, 5));
    assertThrows(ArrayStoreException.class, () -> ArrayCalls.fill((Object[]) new String[200], 5));
    assertEquals(0, Arrays.stream(array).sum());
  }
}
