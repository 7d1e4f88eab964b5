package dev.rosa.metering.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arrays of all types and lengths are filled as the JDK does it, also where parts are copied. */
class FilledArraysTest {

  private static final List<Integer> LENGTHS =
      List.of(0, 1, 63, 64, 65, 127, 128, 129, 1_000, 1_088, 1_089, 2_048, 5_000);

  private static final Map<Class<?>, Object> VALUES =
      Map.of(
          boolean.class,
          true,
          byte.class,
          (byte) 7,
          char.class,
          'q',
          short.class,
          (short) -3,
          int.class,
          9,
          long.class,
          -9L,
          float.class,
          0.5f,
          double.class,
          -2.5,
          Object.class,
          "x");

  @BeforeEach
  void unlimited() {
    Comparison.unlimited();
  }

  private static List<Method> fills(int parameters) {
    List<Method> fills =
        Stream.of(ArrayFills.class.getMethods())
            .filter(method -> Modifier.isStatic(method.getModifiers()))
            .filter(method -> method.getParameterCount() == parameters)
            .toList();
    assertEquals(VALUES.size(), fills.size());
    return fills;
  }

  /** Fills an array of the method's type by the twin or by the JDK; returns it as a list. */
  private static List<Object> filled(Method twin, boolean byTwin, int length, int... range)
      throws Exception {
    Class<?> type = twin.getParameterTypes()[0].getComponentType();
    Object array = Array.newInstance(type, length);
    Object value = VALUES.get(type);
    Method fill = byTwin ? twin : Arrays.class.getMethod("fill", twin.getParameterTypes());
    Object unused =
        range.length == 0
            ? fill.invoke(null, array, value)
            : fill.invoke(null, array, range[0], range[1], value);
    return IntStream.range(0, length).mapToObj(i -> Array.get(array, i)).toList();
  }

  private static void assertLikeTheJdk(Method twin, int length, int... range) throws Exception {
    assertEquals(
        filled(twin, false, length, range),
        filled(twin, true, length, range),
        twin + " " + length + " " + Arrays.toString(range));
  }

  @Test
  void shouldFillEveryRange() throws Exception {
    for (Method twin : fills(4)) {
      for (int length : LENGTHS) {
        for (int from : new int[] {0, 1, 65}) {
          for (int to : new int[] {length, length - 1, from + 64, from + 65}) {
            if (from <= to && to <= length) {
              assertLikeTheJdk(twin, length, from, to);
            }
          }
        }
      }
    }
  }

  @Test
  void shouldFillWholeArrays() throws Exception {
    for (Method twin : fills(2)) {
      for (int length : LENGTHS) {
        assertLikeTheJdk(twin, length);
      }
    }
  }

  @Test
  void shouldRefuseRangesOutsideAndChangeNothing() {
    int[] array = new int[200];
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> ArrayFills.fill(array, 0, 201, 5));
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> ArrayFills.fill(array, -1, 100, 5));
    assertThrows(IllegalArgumentException.class, () -> ArrayFills.fill(array, 100, 50, 5));
    assertThrows(
        IllegalArgumentException.class,
        () -> ArrayFills.fill(array, Integer.MAX_VALUE, Integer.MIN_VALUE, 5));
    assertThrows(ArrayStoreException.class, () -> ArrayFills.fill((Object[]) new String[200], 5));
    assertEquals(0, Arrays.stream(array).sum());
  }
}
