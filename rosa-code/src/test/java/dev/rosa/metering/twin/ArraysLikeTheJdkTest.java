package dev.rosa.metering.twin;

import static dev.rosa.metering.twin.Comparison.requireSame;
import static dev.rosa.metering.twin.Comparison.result;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.metering.twin.Comparison.Operation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Twins of arrays, buffers, bits and objects against the JDK, by random arguments. */
@Tag("jdk")
class ArraysLikeTheJdkTest {

  @BeforeEach
  void unlimited() {
    Comparison.unlimited();
  }

  @Test
  void shouldSortAndSearchAsArraysDoes() {
    for (int run = 0; run < 500; run++) {
      Random r = new Random(run);
      Integer[] expected = r.ints(r.nextInt(70), 0, 20).boxed().toArray(Integer[]::new);
      Integer[] found = expected.clone();
      Comparator<Object> order = Comparator.comparing(e -> (Integer) e % 5);
      Arrays.sort(expected, order);
      ArraySorts.sort(found, order);
      assertArrayEquals(expected, found);
      Arrays.sort(expected);
      ArraySorts.sort(found);
      assertArrayEquals(expected, found);
      Integer key = r.nextInt(22) - 1;
      assertEquals(Arrays.binarySearch(expected, key), ArraySorts.binarySearch(found, key));
      double[] doubles = r.doubles(30).toArray();
      double[] sorted = doubles.clone();
      ArraySorts.sort(doubles, 3, 20);
      Arrays.sort(sorted, 3, 20);
      assertArrayEquals(sorted, doubles);
    }
  }

  /** A comparator is called as often, and for the same elements, on every JDK. */
  @Test
  void shouldCompareTheSameElementsOnEveryJdk() {
    List<String> compared = new ArrayList<>();
    Integer[] numbers = {3, 1, 2, 5, 4};
    ArraySorts.sort(
        numbers,
        (Comparator<Integer>)
            (one, other) -> {
              compared.add(one + "" + other);
              return one - other;
            });
    assertEquals(List.of("31", "25", "12", "32", "35", "14", "24", "34", "54"), compared);
  }

  @Test
  void shouldCopyAndCompareAsArraysDoes() {
    for (int run = 0; run < 500; run++) {
      Random r = new Random(run);
      int[] a = r.ints(r.nextInt(9), 0, 3).toArray();
      int[] b = r.ints(r.nextInt(9), 0, 3).toArray();
      Object[] c = {1, "x", null, 2.5, Long.MAX_VALUE, 'c'};
      int i = r.nextInt(12) - 1;
      int j = r.nextInt(12) - 1;
      assertEquals(
          result(() -> Arrays.toString(Arrays.copyOf(a, i))),
          result(() -> ArrayTexts.toString(ArrayCalls.copyOf(a, i))));
      assertEquals(
          result(() -> Arrays.toString(Arrays.copyOfRange(a, i, j))),
          result(() -> ArrayTexts.toString(ArrayCalls.copyOfRange(a, i, j))));
      assertEquals(Arrays.equals(a, b), ArrayCalls.equals(a, b));
      assertEquals(Arrays.hashCode(a), ArrayCalls.hashCode(a));
      assertEquals(Arrays.hashCode(c), ArrayCalls.hashCode(c));
      assertEquals(Arrays.equals(c, c.clone()), ArrayCalls.equals(c, c.clone()));
      assertEquals(
          result(() -> filled(a.clone(), i, j, false)),
          result(() -> filled(a.clone(), i, j, true)));
      assertEquals(
          result(() -> moved(a.clone(), i, j, false)), result(() -> moved(a.clone(), i, j, true)));
    }
  }

  private static String filled(int[] array, int from, int to, boolean twin) {
    if (twin) {
      ArrayFills.fill(array, from, to, 7);
    } else {
      Arrays.fill(array, from, to, 7);
    }
    return Arrays.toString(array);
  }

  private static String moved(int[] array, int from, int to, boolean twin) {
    if (twin) {
      ArrayCalls.arraycopy(array, from, array, to, 2);
    } else {
      System.arraycopy(array, from, array, to, 2);
    }
    return Arrays.toString(array);
  }

  @Test
  void shouldKeepBitsAsBitSetDoes() {
    List<Operation<Object>> operations =
        List.of(
            (b, r) -> call(b, "set", int.class, r.nextInt(200) - 1),
            (b, r) -> call(b, "flip", int.class, r.nextInt(200)),
            (b, r) -> call(b, "clear", int.class, r.nextInt(200)),
            (b, r) -> call(b, "get", int.class, r.nextInt(200)),
            (b, r) -> call(b, "nextSetBit", int.class, r.nextInt(200)),
            (b, r) -> call(b, "nextClearBit", int.class, r.nextInt(200)),
            (b, r) -> call(b, "previousSetBit", int.class, r.nextInt(200)),
            (b, r) -> call(b, "previousClearBit", int.class, r.nextInt(200)),
            (b, r) -> call(b, "set", r.nextInt(200), r.nextInt(200)),
            (b, r) -> call(b, "flip", r.nextInt(200), r.nextInt(200)),
            (b, r) -> call(b, "clear", r.nextInt(200), r.nextInt(200)),
            (b, r) -> call(b, "cardinality"),
            (b, r) -> call(b, "length"),
            (b, r) -> call(b, "toLongArray"),
            (b, r) -> call(b, "toByteArray"),
            (b, r) -> b.hashCode());
    requireSame(r -> new BitSet(), r -> new Bits(), operations, Object::toString);
    BitSet expected = BitSet.valueOf(new long[] {5, 9});
    Bits found = Bits.valueOf(new long[] {5, 9});
    expected.xor(BitSet.valueOf(new long[] {1, 2, 3}));
    found.xor(Bits.valueOf(new long[] {1, 2, 3}));
    assertEquals(expected.toString(), found.toString());
    expected.andNot(BitSet.valueOf(new byte[] {4, 4}));
    found.andNot(Bits.valueOf(new byte[] {4, 4}));
    assertEquals(expected.toString(), found.toString());
  }

  private static Object call(Object on, String method, Object... arguments) {
    Class<?>[] types = new Class<?>[arguments.length];
    Arrays.fill(types, int.class);
    return invoke(on, method, types, arguments);
  }

  private static Object call(Object on, String method, Class<?> type, Object argument) {
    return invoke(on, method, new Class<?>[] {type}, argument);
  }

  private static Object invoke(Object on, String method, Class<?>[] types, Object... arguments) {
    try {
      return on.getClass().getMethod(method, types).invoke(on, arguments);
    } catch (java.lang.reflect.InvocationTargetException e) {
      throw (RuntimeException) e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  @Test
  void shouldSumAndCompareBytesAsTheJdkDoes() {
    byte[] bytes = new byte[100];
    new Random(1).nextBytes(bytes);
    CRC32 crc = new CRC32();
    Sums.update(crc, bytes, 3, 90);
    CRC32C castagnoli = new CRC32C();
    Sums.update(castagnoli, bytes);
    Adler32 adler = new Adler32();
    Sums.update(adler, bytes);
    CRC32 expected = new CRC32();
    expected.update(bytes, 3, 90);
    assertEquals(expected.getValue(), crc.getValue());
    CRC32C expectedCastagnoli = new CRC32C();
    expectedCastagnoli.update(bytes);
    assertEquals(expectedCastagnoli.getValue(), castagnoli.getValue());
    Adler32 expectedAdler = new Adler32();
    expectedAdler.update(bytes);
    assertEquals(expectedAdler.getValue(), adler.getValue());
    ByteBuffer one = ByteBuffer.wrap(bytes).position(5).limit(50);
    ByteBuffer other = ByteBuffer.wrap(bytes.clone()).position(5).limit(51);
    assertEquals(one.equals(other), Buffers.equals(one, other));
    assertEquals(one.compareTo(other), Buffers.compareTo(one, other));
    assertEquals(one.mismatch(other), Buffers.mismatch(one, other));
    assertEquals(1, Buffers.hashCode(ByteBuffer.allocate(0)));
    assertEquals(31 * 31 + 31 * 2 + 1, Buffers.hashCode(ByteBuffer.wrap(new byte[] {1, 2})));
  }

  private enum Colour {
    RED,
    BLUE
  }

  @Test
  void shouldGiveObjectsTheSameMethodsOnEveryRun() {
    assertEquals(0, Things.hashCode(new Object()));
    assertEquals(0, Things.hashCode(new int[1]));
    assertEquals(0, Things.hashCode((Runnable) () -> {}));
    assertEquals(1, Things.hashCode(Colour.BLUE));
    assertEquals(0, Things.hashCode(new IllegalStateException("x")));
    assertEquals("java.lang.Object", Things.toString(new Object()));
    assertEquals("lambda", Things.toString((Runnable) () -> {}));
    assertEquals("array", Things.toString(new int[1]));
    assertEquals("BLUE", Things.toString(Colour.BLUE));
    assertEquals("0x1.8p0", Things.toString(1.5));
    assertEquals(
        "java.lang.IllegalStateException: x", Things.toString(new IllegalStateException("x")));
    assertEquals("java.lang.ArithmeticException", Things.toString(new ArithmeticException("x")));
    assertEquals(Colour.RED, Things.valueOf(Colour.class, "RED"));
    assertEquals(
        "java.lang.IllegalArgumentException", result(() -> Things.valueOf(Colour.class, "GREEN")));
  }

  @Test
  void shouldOrderAsComparatorsDo() {
    for (int run = 0; run < 300; run++) {
      List<String> words = new ArrayList<>();
      new Random(run).ints(12, 0, 30).forEach(n -> words.add(Integer.toString(n, 3)));
      Comparator<String> expected =
          Comparator.comparingInt(String::length)
              .reversed()
              .thenComparing(s -> s, Comparator.reverseOrder());
      Comparator<?> found =
          Orders.thenComparing(
              Orders.reversed(Orders.comparingInt(s -> ((String) s).length())),
              s -> s,
              Orders.reverseOrder());
      Object[] sorted = words.toArray();
      ArraySorts.sort(sorted, found);
      words.sort(expected);
      assertEquals(words, Arrays.asList(sorted));
    }
    Integer[] some = {2, null, 1};
    ArraySorts.sort(some, Orders.nullsFirst(null));
    assertEquals(null, some[0]);
    ArraySorts.sort(some, Orders.nullsLast(Orders.naturalOrder()));
    assertEquals(Arrays.asList(1, 2, null), Arrays.asList(some));
  }

  @Test
  void shouldHoldValuesAsOptionalDoes() {
    assertEquals(Optional.of(3).toString(), Maybe.of(3).toString());
    assertEquals(Optional.empty().toString(), Maybe.empty().toString());
    assertEquals(4, Maybe.of(3).map(i -> i + 1).get());
    assertEquals(Maybe.empty(), Maybe.of(3).filter(i -> i > 4));
    assertEquals(Maybe.of(6), Maybe.of(3).flatMap(i -> Maybe.of(2 * i)));
    assertEquals(Maybe.of(1), Maybe.<Integer>empty().or(() -> Maybe.of(1)));
    assertEquals(Optional.of("x").hashCode(), Maybe.of("x").hashCode());
    assertEquals("OptionalInt[3]", MaybeInt.of(3).toString());
    assertEquals(3L, MaybeLong.of(3).orElseThrow());
    assertEquals("java.util.NoSuchElementException", result(() -> Maybe.empty().get()));
    assertEquals("java.util.NoSuchElementException", result(() -> MaybeInt.empty().getAsInt()));
    assertEquals(new TreeSet<>(List.of(1)), new TreeSet<>(List.of(Maybe.of(1).orElse(2))));
  }
}
