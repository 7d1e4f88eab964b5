package dev.rosa.router.execution.bytecode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Calls of the JDK's collections, arrays and buffers that initialise the classes behind them before
 * active code does; see {@link UsesOfTheJdk}. Their iterators, views and trees are classes that no
 * list names. Stateless.
 */
// Linked lists are on the list, too.
@SuppressWarnings("JdkObsolete")
final class UsesOfCollections {

  /** Any enum that is the router's own. */
  private enum Choice {
    ONE,
    OTHER
  }

  private final Consumer<Object> seen;

  /**
   * Uses whose results go to a consumer.
   *
   * @param seen gets the results, so that no compiler leaves a call out
   */
  UsesOfCollections(Consumer<Object> seen) {
    this.seen = seen;
  }

  /** Makes all of them. */
  void make() {
    lists();
    arrays();
    setsAndMaps();
    views();
    buffers();
  }

  private void see(Object result) {
    seen.accept(result);
  }

  private static String text(Integer number) {
    return number.toString();
  }

  private void lists() {
    Integer[] numbers = {3, 1, 2, 7, 5, 9, 8, 6, 4, 0};
    List<Integer> list = new ArrayList<>(Arrays.asList(numbers));
    list.addAll(Collections.nCopies(40, 7));
    Collections.shuffle(list, new Random(1));
    list.sort(null);
    list.sort(Comparator.reverseOrder());
    Collections.sort(list, Comparator.comparing(UsesOfCollections::text).thenComparingInt(i -> i));
    list.sort(Comparator.nullsFirst(Comparator.comparingLong(Integer::longValue).reversed()));
    Arrays.sort(numbers, Collections.reverseOrder(Integer::compare));
    for (List<Integer> each : List.of(list, new LinkedList<>(list), List.copyOf(list))) {
      walk(each);
      walk(each.subList(1, 3));
      see(each.listIterator(1).next() + each.indexOf(7) + each.hashCode() + each.toString());
    }
    for (Collection<Integer> each : List.of(new ArrayDeque<>(list), new PriorityQueue<>(list))) {
      walk(each);
      each.removeIf(i -> i == 7);
    }
    new ArrayDeque<>(list).descendingIterator().forEachRemaining(this::see);
    list.removeIf(i -> i == 7);
    list.replaceAll(i -> i + 1);
  }

  private void arrays() {
    int[] ints = new Random(1).ints(400).toArray();
    Arrays.sort(ints);
    long[] longs = {3, 1, 2};
    double[] doubles = {3, 1, Double.NaN, -0.0};
    Arrays.sort(longs);
    Arrays.sort(doubles);
    Arrays.setAll(longs, i -> i);
    see(Arrays.mismatch(ints, new int[9]) + Arrays.compareUnsigned(longs, new long[1]));
    see(Arrays.deepToString(new Object[] {ints, longs, "x"}) + Arrays.toString(doubles));
    see(Arrays.deepHashCode(new Object[] {ints}) + Objects.hash(ints.length, "x"));
    see(Arrays.asList("x", "y").iterator().next() + Arrays.copyOfRange(ints, 1, 3).length);
  }

  private void walk(Iterable<?> elements) {
    for (Object element : elements) {
      see(element);
    }
    elements.forEach(this::see);
  }

  private void setsAndMaps() {
    NavigableMap<String, Integer> tree = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3));
    Map<Choice, Integer> chosen = new EnumMap<>(Choice.class);
    chosen.put(Choice.ONE, 1);
    Map<String, Integer> colliding = new HashMap<>();
    for (int i = 0; i < 1 << 7; i++) {
      colliding.put(sameHash(i), i);
    }
    List<Map<?, Integer>> maps =
        List.of(
            colliding, new LinkedHashMap<>(tree), tree, chosen, Map.of("a", 1), Map.copyOf(tree));
    for (Map<?, Integer> each : maps) {
      walk(each.entrySet());
      walk(each.keySet());
      walk(each.values());
      each.forEach((key, value) -> see(key));
      see(each.toString() + each.hashCode() + each.equals(tree));
    }
    tree.merge("a", 1, Integer::sum);
    tree.computeIfAbsent("d", String::length);
    walk(tree.descendingMap().entrySet());
    walk(tree.headMap("c", true).descendingKeySet());
    walk(tree.tailMap("b").entrySet());
    see(tree.firstEntry().toString() + tree.subMap("a", "c").values());
    NavigableSet<String> sorted = new TreeSet<>(tree.keySet());
    for (Set<?> each : List.of(sorted, new HashSet<>(sorted), Set.copyOf(sorted), Set.of("a"))) {
      walk(each);
    }
    walk(sorted.descendingSet().headSet("b"));
    walk(EnumSet.complementOf(EnumSet.of(Choice.ONE)));
    BitSet bits = BitSet.valueOf(new long[] {5});
    bits.flip(1, 70);
    see(bits.toString() + bits.nextClearBit(0) + bits.toByteArray().length);
  }

  /** Texts of one hash, so that a map makes a tree of them. */
  private static String sameHash(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 7; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  private void views() {
    List<String> list = new ArrayList<>(List.of("a", "b"));
    NavigableMap<String, String> map = new TreeMap<>(Map.of("a", "b"));
    NavigableSet<String> set = new TreeSet<>(list);
    List<Collection<String>> collections =
        List.of(
            Collections.unmodifiableCollection(list),
            Collections.unmodifiableList(list),
            Collections.unmodifiableList(new LinkedList<>(list)),
            Collections.unmodifiableNavigableSet(set),
            Collections.unmodifiableSortedSet(set),
            Collections.unmodifiableSet(set),
            Collections.singleton("a"),
            Collections.singletonList("a"),
            Collections.emptyList(),
            Collections.emptySet(),
            Collections.emptyNavigableSet(),
            Collections.newSetFromMap(new HashMap<>()),
            Collections.asLifoQueue(new ArrayDeque<>(list)));
    collections.forEach(this::walk);
    List<Map<String, String>> maps =
        List.of(
            Collections.unmodifiableMap(map),
            Collections.unmodifiableSortedMap(map),
            Collections.unmodifiableNavigableMap(map),
            Collections.singletonMap("a", "b"),
            Collections.emptyMap(),
            Collections.emptyNavigableMap());
    maps.forEach(each -> walk(each.entrySet()));
    see(Collections.emptyIterator().hasNext() || Collections.emptyListIterator().hasNext());
    Collections.rotate(list, 1);
    Collections.swap(list, 0, 1);
    Collections.reverse(list);
    see(Collections.max(list) + Collections.min(list) + Collections.binarySearch(list, "a"));
  }

  private void buffers() {
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      ByteBuffer bytes = ByteBuffer.allocate(64).order(order);
      bytes.putDouble(1).putFloat(2).putLong(3).putInt(4).putShort((short) 5).putChar('c').flip();
      see(bytes.slice().duplicate().equals(bytes.asReadOnlyBuffer()));
      see(bytes.compareTo(bytes.asReadOnlyBuffer()) == 0);
      see(bytes.mismatch(bytes.duplicate()));
      for (ByteBuffer each : List.of(bytes.order(order), bytes.asReadOnlyBuffer().order(order))) {
        see(each.asCharBuffer().toString() + each.asIntBuffer() + each.asLongBuffer());
        see(each.asShortBuffer().toString() + each.asFloatBuffer() + each.asDoubleBuffer());
      }
    }
    CharBuffer letters = CharBuffer.wrap("letters");
    see(letters.subSequence(1, 3).toString() + CharBuffer.allocate(9).put("x").asReadOnlyBuffer());
    see(letters.compareTo(CharBuffer.wrap(new char[] {'l'})));
    see(IntBuffer.allocate(3).put(1).asReadOnlyBuffer().compareTo(IntBuffer.allocate(3)));
    see(LongBuffer.allocate(3).put(1).asReadOnlyBuffer().compareTo(LongBuffer.allocate(3)));
    see(ShortBuffer.allocate(3).asReadOnlyBuffer().compareTo(ShortBuffer.allocate(3)));
    see(FloatBuffer.allocate(3).put(1).asReadOnlyBuffer().compareTo(FloatBuffer.allocate(3)));
    see(DoubleBuffer.allocate(3).put(1).asReadOnlyBuffer().compareTo(DoubleBuffer.allocate(3)));
  }
}
