package dev.rosa.router.execution.bytecode;

import dev.rosa.metering.Meter;
import dev.rosa.metering.twin.ArrayCalls;
import dev.rosa.metering.twin.ArraySorts;
import dev.rosa.metering.twin.Bits;
import dev.rosa.metering.twin.Buffers;
import dev.rosa.metering.twin.Maybe;
import dev.rosa.metering.twin.MaybeInt;
import dev.rosa.metering.twin.Numbers;
import dev.rosa.metering.twin.Orders;
import dev.rosa.metering.twin.TextBuilder;
import dev.rosa.metering.twin.TextSearch;
import dev.rosa.metering.twin.Texts;
import dev.rosa.metering.twin.Things;
import dev.rosa.metering.twin.Throwables;
import dev.rosa.metering.twin.Walks;
import dev.rosa.metering.twin.collection.ArrayTable;
import dev.rosa.metering.twin.collection.Collecting;
import dev.rosa.metering.twin.collection.HashTable;
import dev.rosa.metering.twin.collection.HashTableSet;
import dev.rosa.metering.twin.collection.Heap;
import dev.rosa.metering.twin.collection.LinkedHashTable;
import dev.rosa.metering.twin.collection.Lists;
import dev.rosa.metering.twin.collection.Maps;
import dev.rosa.metering.twin.collection.Ring;
import dev.rosa.metering.twin.collection.Sets;
import dev.rosa.metering.twin.collection.SortedTable;
import dev.rosa.metering.twin.collection.SortedTableSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Calls of metered twins that initialise the classes behind them before active code does; see
 * {@link UsesOfTheJdk}. Their iterators, views and comparators are classes that no list names.
 * Stateless.
 */
final class UsesOfTwins {

  private static final int FUEL = 10_000_000;
  private static final long MEMORY = 16L << 20;

  private final Consumer<Object> seen;

  /**
   * Uses whose results go to a consumer.
   *
   * @param seen gets the results, so that no compiler leaves a call out
   */
  UsesOfTwins(Consumer<Object> seen) {
    this.seen = seen;
  }

  /** Makes all of them, on a budget of the calling thread's meter. */
  void make() {
    Meter.current().begin(FUEL, MEMORY);
    collections();
    maps();
    orders();
    texts();
    others();
    Meter.current().begin(0, 0);
  }

  private void see(Object result) {
    seen.accept(Things.toString(result));
  }

  private void collections() {
    ArrayTable<Object> list = new ArrayTable<>(Lists.of(3, 1, 2));
    list.add(7);
    list.sort(null);
    list.removeIf(e -> e.equals(7));
    SortedTableSet<Object> sorted = new SortedTableSet<>(list);
    List<Collection<?>> all =
        List.of(
            list,
            new Ring<>(list),
            new Heap<>(list),
            new HashTableSet<>(list),
            sorted,
            Sets.of(1, 2),
            Collecting.asList(new Object[] {1, 2}),
            Collecting.unmodifiableList(list),
            Collecting.unmodifiableCollection(list),
            Collecting.unmodifiableSet(sorted));
    all.forEach(this::walk);
    see(new Ring<>(list).descendingIterator().next());
    see(sorted.floor(2));
  }

  private void walk(Collection<?> elements) {
    Walks.forEach(elements, this::see);
    Walks.forEachRemaining(elements.iterator(), this::see);
    see(elements);
    see(Things.hashCode(elements));
    see(Things.equals(elements, elements.toArray(new Object[0])));
  }

  private void maps() {
    SortedTable<Object, Object> sorted = new SortedTable<>(Maps.of("a", 1, "b", 2));
    Map<Object, Object> hashed = new HashTable<>(sorted);
    hashed.merge("a", 1, (one, other) -> other);
    List<Map<Object, Object>> all =
        List.of(sorted, hashed, new LinkedHashTable<>(sorted), Collecting.unmodifiableMap(sorted));
    for (Map<Object, Object> each : all) {
      for (Map.Entry<Object, Object> entry : each.entrySet()) {
        see(entry);
      }
      Set<Object> keys = each.keySet();
      walk(keys);
      walk(each.values());
      each.forEach((key, value) -> see(key));
    }
    see(sorted.firstEntry());
  }

  private void orders() {
    Object[] numbers = {3, null, 1};
    Comparator<?> order = Orders.nullsFirst(Orders.reversed(Orders.naturalOrder()));
    ArraySorts.sort(numbers, Orders.thenComparing(order, Orders.nullsLast(Orders.reverseOrder())));
    see(Orders.compare(Orders.comparing(Things::toString), 1, 2));
    see(Orders.compare(Orders.comparingInt(e -> 1), 1, 2));
    see(Orders.compare(Orders.comparingByKey(), Maps.entry(1, 2), Maps.entry(2, 3)));
  }

  private void texts() {
    byte[] bytes = Texts.getBytes("Gr\u00f6\u00dfe", StandardCharsets.UTF_8);
    see(Texts.make(bytes, StandardCharsets.UTF_8));
    see(TextSearch.replace("a text", "t", "d") + Texts.join(",", List.of("a", "b")));
    see(
        new TextBuilder("text")
            .append(1L)
            .append('c')
            .reverse()
            .insert(0, true)
            .append((Object) 1.5f));
    see(Numbers.parseInt("17") + Numbers.parseUnsignedLong("17"));
    see(Throwables.getMessage(new IllegalStateException("text")));
    see(new ArithmeticException("text"));
  }

  private void others() {
    int[] ints = new int[400];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = i * 7_919 % 401;
    }
    ArraySorts.sort(ints);
    see(ArrayCalls.hashCode(ArrayCalls.copyOf(ints, 9)));
    Bits bits = Bits.valueOf(new long[] {5});
    bits.flip(1, 70);
    see(bits);
    see(Buffers.hashCode(ByteBuffer.wrap(new byte[] {1, 2})));
    see(Maybe.of(1).map(e -> 2));
    see(MaybeInt.of(1));
  }
}
