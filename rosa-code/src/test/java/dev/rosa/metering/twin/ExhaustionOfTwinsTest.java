package dev.rosa.metering.twin;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Meter;
import dev.rosa.metering.MeteredThread;
import dev.rosa.metering.twin.collection.ArrayTable;
import dev.rosa.metering.twin.collection.HashTable;
import dev.rosa.metering.twin.collection.Heap;
import dev.rosa.metering.twin.collection.Lists;
import dev.rosa.metering.twin.collection.Maps;
import dev.rosa.metering.twin.collection.Ring;
import dev.rosa.metering.twin.collection.Sets;
import dev.rosa.metering.twin.collection.SortedTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Twins on budgets that end within them: at every unit, and before every allocation. */
@SuppressWarnings({"ReturnValueIgnored", "ModifiedButNotUsed"})
class ExhaustionOfTwinsTest {

  private static final int MUCH = 2_000_000_000;
  private static final long MUCH_MEMORY = 1L << 40;
  private static final int EVERY_UNIT_UP_TO = 400;
  private static final List<Integer> NUMBERS = List.of(5, 3, 9, 1, 7, 2, 8, 6, 4, 0);
  private static final String TEXT = "aab".repeat(30);

  /** Work on an object that is made anew for each run. */
  private record Work<T>(Supplier<T> object, Consumer<T> call) {

    /** What is left of an object whose work has ended early is an object as any other. */
    T run(int fuel, long memory) throws Throwable {
      Meter.current().begin(MUCH, MUCH_MEMORY);
      T made = object.get();
      Meter.current().begin(fuel, memory);
      call.accept(made);
      return made;
    }
  }

  private static Map<String, Work<?>> works() {
    Map<String, Work<?>> all = new LinkedHashMap<>();
    collections(all);
    texts(all);
    all.put("sort", on(() -> NUMBERS.toArray(), ArraySorts::sort));
    all.put("fill", on(() -> new int[900], array -> ArrayFills.fill(array, 3)));
    all.put("copy", on(() -> new int[900], array -> ArrayCalls.copyOf(array, 90)));
    all.put("hash", on(() -> NUMBERS.toArray(), ArrayCalls::hashCode));
    all.put("set bits", on(() -> new Bits(), bits -> bits.set(0, 5_000)));
    all.put("set bit", on(() -> new Bits(), bits -> bits.set(5_000)));
    all.put("show bits", on(() -> Bits.valueOf(new long[] {77}), Bits::toString));
    all.put("hash buffer", on(() -> ByteBuffer.allocate(90), Buffers::hashCode));
    all.put("make throwable", on(() -> "x", text -> Throwables.make(text)));
    all.put(
        "compare",
        on(
            () -> Orders.thenComparing(Orders.naturalOrder(), Orders.reverseOrder()),
            order -> Orders.compare(order, 1, 1)));
    return all;
  }

  private static void collections(Map<String, Work<?>> all) {
    all.put("add to list", on(() -> new ArrayTable<>(), ExhaustionOfTwinsTest::fill));
    all.put("insert", on(() -> new ArrayTable<>(NUMBERS), list -> list.add(0, 1)));
    all.put("add all", on(() -> new ArrayTable<>(NUMBERS), list -> list.addAll(NUMBERS)));
    all.put("remove if", on(() -> new ArrayTable<>(NUMBERS), list -> list.removeIf(i -> i > 3)));
    all.put("sort list", on(() -> new ArrayTable<>(NUMBERS), list -> list.sort(null)));
    all.put("search", on(() -> new ArrayTable<>(NUMBERS), list -> list.indexOf(11)));
    all.put("nested hash", on(() -> Lists.of(Lists.of(1, 2), 3), Things::hashCode));
    all.put("nested text", on(() -> Lists.of(Lists.of(1, 2), 3), Things::toString));
    all.put("add to ring", on(() -> new Ring<>(1), ExhaustionOfTwinsTest::fill));
    all.put("filter ring", on(() -> new Ring<>(NUMBERS), ring -> ring.removeIf(i -> i > 3)));
    all.put("remove from ring", on(() -> new Ring<>(NUMBERS), ring -> ring.remove(9)));
    all.put("add to heap", on(() -> new Heap<>(1), ExhaustionOfTwinsTest::fill));
    all.put("poll from heap", on(() -> new Heap<>(NUMBERS), Heap::poll));
    all.put("remove from heap", on(() -> new Heap<>(NUMBERS), heap -> heap.remove(9)));
    all.put("add to map", on(() -> new HashTable<>(), ExhaustionOfTwinsTest::fill));
    all.put("add to sorted map", on(() -> new SortedTable<>(), ExhaustionOfTwinsTest::fill));
    all.put("remove from map", on(() -> new HashTable<>(Maps.of(1, 2)), map -> map.remove(1)));
    all.put("merge", on(() -> new HashTable<>(), map -> map.merge(1, 1, (one, other) -> one)));
    all.put("filter keys", on(() -> filled(), map -> map.keySet().removeIf(k -> (int) k > 2)));
    all.put("hash map", on(() -> Maps.of(1, 2, 3, 4), Things::hashCode));
    all.put("equal sets", on(() -> Sets.of(1, 2), set -> Things.equals(set, Sets.of(2, 1))));
  }

  private static void texts(Map<String, Work<?>> all) {
    all.put("search text", on(() -> TEXT, text -> TextSearch.indexOf(text, "aaa")));
    all.put("replace text", on(() -> TEXT, text -> TextSearch.replace(text, "aa", "bbb")));
    all.put("repeat text", on(() -> TEXT, text -> Texts.repeat(text, 9)));
    all.put("encode", on(() -> TEXT, text -> Texts.getBytes(text, StandardCharsets.UTF_8)));
    all.put("join", on(() -> TEXT, text -> Texts.join(text, List.of(text, text))));
    all.put("build", on(() -> new TextBuilder(), b -> b.append(TEXT).insert(2, TEXT).reverse()));
    all.put("show array", on(() -> new int[] {1, 2, 3}, ArrayTexts::toString));
  }

  private static <T> Work<T> on(Supplier<T> object, Consumer<T> call) {
    return new Work<>(object, call);
  }

  private static HashTable<Object, Object> filled() {
    HashTable<Object, Object> map = new HashTable<>();
    fill(map);
    return map;
  }

  private static void fill(Collection<Object> collection) {
    for (int i = 0; i < 40; i++) {
      collection.add(i * 7 % 40);
    }
  }

  private static void fill(Map<Object, Object> map) {
    for (int i = 0; i < 20; i++) {
      map.put(i * 7 % 20, i);
    }
  }

  static Stream<String> names() {
    return works().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldEndAtEveryUnitThatIsMissing(String name) throws Throwable {
    Work<?> work = works().get(name);
    work.run(MUCH, MUCH_MEMORY);
    int all = MUCH - Meter.current().fuel;
    assertTrue(all > 0, "free of charge");
    for (int fuel = 0; fuel < all; fuel += fuel < EVERY_UNIT_UP_TO ? 1 : 97) {
      int given = fuel;
      Exhausted signal =
          assertThrows(Exhausted.class, () -> work.run(given, MUCH_MEMORY), () -> given + " units");
      assertEquals(Exhausted.Reason.FUEL, signal.reason());
      assertTrue(Meter.current().fuel < 0, "goes on");
    }
    work.run(all, MUCH_MEMORY);
    assertEquals(0, Meter.current().fuel);
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldEndBeforeMemoryThatIsMissing(String name) throws Throwable {
    Work<?> work = works().get(name);
    work.run(MUCH, MUCH_MEMORY);
    long all = MUCH_MEMORY - Meter.current().memory;
    for (long memory = all - 1; memory >= 0; memory -= 1 + all / 50) {
      long given = memory;
      Exhausted signal = assertThrows(Exhausted.class, () -> work.run(MUCH, given));
      assertEquals(Exhausted.Reason.MEMORY, signal.reason());
    }
    work.run(MUCH, all);
    assertEquals(0, Meter.current().memory);
  }

  /** Room that was refused is not there at the next call. */
  @Test
  void shouldPayForRoomAgainWhenItWasRefused() {
    Meter.current().begin(MUCH, MUCH_MEMORY);
    Bits bits = new Bits();
    TextBuilder text = new TextBuilder();
    ArrayTable<Object> list = new ArrayTable<>();
    for (Runnable growth :
        List.<Runnable>of(
            () -> bits.set(1 << 26),
            () -> text.setLength(1 << 26),
            () -> list.ensureCapacity(1 << 26))) {
      for (int i = 0; i < 2; i++) {
        Meter.current().begin(MUCH, 1 << 20);
        assertThrows(Exhausted.class, growth::run);
      }
    }
  }

  /** A set of bits that is made of zeros has no room. */
  @Test
  void shouldPayForRoomWhenBitsWereZerosAtFirst() {
    Meter.current().begin(MUCH, MUCH_MEMORY);
    Bits bits = Bits.valueOf(new long[40_000]);
    Meter.current().begin(MUCH, 10_000);
    assertThrows(Exhausted.class, () -> bits.flip(2_000_000));
  }

  /** The JDK looks for the next lower bit, word by word. */
  @Test
  void shouldPayForTheSearchWhenTheHighestBitGoes() {
    for (Consumer<Bits> change :
        List.<Consumer<Bits>>of(
            bits -> bits.flip(6_400_000),
            bits -> bits.flip(6_400_000, 6_400_001),
            bits -> bits.set(6_400_000, false),
            bits -> bits.set(6_400_000, 6_400_001, false),
            bits -> bits.clear(6_400_000),
            bits -> bits.clear(6_400_000, 6_400_001),
            bits -> bits.previousSetBit(6_399_999),
            Bits::toString)) {
      Meter.current().begin(MUCH, MUCH_MEMORY);
      Bits bits = new Bits();
      bits.set(6_400_000);
      Meter.current().begin(MUCH, MUCH_MEMORY);
      change.accept(bits);
      int used = MUCH - Meter.current().fuel;
      assertTrue(used >= 100_000, () -> "units: " + used);
    }
  }

  /** The difference of the bounds is negative, and positive once it has overflowed. */
  @Test
  void shouldMakeNoArrayWhenTheLengthOfARangeOverflows() {
    Meter.current().begin(1_000_000, 1 << 20);
    assertThrows(
        IllegalArgumentException.class,
        () -> ArrayCalls.copyOfRange(new byte[9], 2, Integer.MIN_VALUE));
    assertThrows(
        IllegalArgumentException.class,
        () -> ArrayCalls.copyOfRange(new Object[9], 9, Integer.MIN_VALUE));
  }

  /** A collection that code keeps in a field is whole after any end. */
  @Test
  void shouldLeaveCollectionsWholeWhereverTheyEnd() throws Throwable {
    for (String name : works().keySet()) {
      for (int fuel = 0; fuel < EVERY_UNIT_UP_TO; fuel += 3) {
        requireWhole(works().get(name), fuel);
      }
    }
  }

  private static <T> void requireWhole(Work<T> work, int fuel) {
    List<T> made = new ArrayList<>();
    Work<T> keeping =
        new Work<>(
            () -> {
              T object = work.object().get();
              made.add(object);
              return object;
            },
            work.call());
    try {
      keeping.run(fuel, MUCH_MEMORY);
    } catch (Throwable e) {
      assertTrue(e instanceof Exhausted, e::toString);
    }
    Meter.current().begin(MUCH, MUCH_MEMORY);
    if (made.get(0) instanceof Collection<?> collection) {
      requireWhole(collection);
    } else if (made.get(0) instanceof Map<?, ?> map) {
      requireWhole(map);
    }
  }

  private static void requireWhole(Collection<?> collection) {
    assertEquals(collection.size(), collection.toArray().length);
    for (Object element : collection) {
      assertTrue(collection.contains(element));
    }
    if (collection instanceof Heap<?> heap) {
      Object[] sorted = heap.toArray();
      Arrays.sort(sorted);
      for (Object next : sorted) {
        assertEquals(next, heap.poll());
      }
    }
  }

  private static void requireWhole(Map<?, ?> map) {
    int count = 0;
    Iterator<? extends Map.Entry<?, ?>> each = map.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<?, ?> entry = each.next();
      assertEquals(entry.getValue(), map.get(entry.getKey()));
      count++;
    }
    assertEquals(map.size(), count);
  }

  /** Other threads have less stack than the meter's words may take. */
  private static void onAMeteredThread(Runnable test) throws Exception {
    FutureTask<Object> task = new FutureTask<>(test, null);
    new MeteredThread(task, "test").start();
    Object unused = task.get();
  }

  /** Lists that hold one list twice: the sum is exponential, the stack is not. */
  @Test
  void shouldEndOnFuelOrStackWhenObjectsAreNested() throws Exception {
    onAMeteredThread(ExhaustionOfTwinsTest::nestObjects);
  }

  private static void nestObjects() {
    Meter.current().begin(MUCH, MUCH_MEMORY);
    Object wide = twice(60);
    Object other = twice(60);
    Meter.current().begin(1_000_000, MUCH_MEMORY);
    assertEquals(
        Exhausted.Reason.FUEL, assertThrows(Exhausted.class, () -> Things.hashCode(wide)).reason());
    Meter.current().begin(1_000_000, MUCH_MEMORY);
    assertThrows(Exhausted.class, () -> Things.toString(wide));
    Meter.current().begin(1_000_000, MUCH_MEMORY);
    assertThrows(Exhausted.class, () -> Things.equals(wide, other));

    Meter.current().begin(MUCH, MUCH_MEMORY);
    Object once = "inner";
    for (int i = 0; i < 100_000; i++) {
      once = Lists.of(once);
    }
    Object deep = once;
    assertEquals(
        Exhausted.Reason.STACK,
        assertThrows(Exhausted.class, () -> Things.hashCode(deep)).reason());
    Meter.current().begin(MUCH, MUCH_MEMORY);
    assertEquals(
        Exhausted.Reason.STACK,
        assertThrows(Exhausted.class, () -> Things.toString(deep)).reason());
  }

  private static Object twice(int depth) {
    Object twice = "inner";
    for (int i = 0; i < depth; i++) {
      twice = Lists.of(twice, twice);
    }
    return twice;
  }

  @Test
  void shouldEndOnStackWhenComparatorsAreNested() throws Exception {
    onAMeteredThread(ExhaustionOfTwinsTest::nestComparators);
  }

  private static void nestComparators() {
    Meter.current().begin(MUCH, MUCH_MEMORY);
    java.util.Comparator<?> order = Orders.naturalOrder();
    for (int i = 0; i < 100_000; i++) {
      order = Orders.reversed(order);
    }
    java.util.Comparator<?> deep = order;
    assertEquals(
        Exhausted.Reason.STACK,
        assertThrows(Exhausted.class, () -> Orders.compare(deep, 1, 2)).reason());
    assertDoesNotThrow(() -> Meter.current().begin(MUCH, MUCH_MEMORY));
  }

  /** Keys of one hash code: quadratic time is paid. */
  @Test
  void shouldPayForEachCollision() {
    Meter.current().begin(MUCH, MUCH_MEMORY);
    record Key(int number) {
      @Override
      public int hashCode() {
        return 7;
      }
    }
    HashTable<Object, Object> map = new HashTable<>();
    for (int i = 0; i < 1_000; i++) {
      map.put(new Key(i), i);
    }
    int used = MUCH - Meter.current().fuel;
    assertTrue(used > 1_000 * 1_000 / 2 * 20, () -> "units: " + used);
  }
}
