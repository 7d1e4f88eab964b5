package dev.rosa.metering.twin.collection;

import static dev.rosa.metering.twin.Comparison.requireSame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.metering.twin.Comparison;
import dev.rosa.metering.twin.Comparison.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shadows of collections against the JDK's, by random operations. */
@SuppressWarnings("unchecked")
class CollectionsLikeTheJdkTest {

  @BeforeEach
  void unlimited() {
    Comparison.unlimited();
  }

  private static Integer number(Random random) {
    return random.nextInt(8);
  }

  /** Few numbers, as a list of the JDK. */
  private static List<Integer> few(Random random) {
    return random.ints(random.nextInt(4), 0, 8).boxed().toList();
  }

  private static final Operation<Collection<Object>> CHANGED_ON_THE_WAY =
      CollectionsLikeTheJdkTest::changedWhileWalked;

  private static final List<Operation<Collection<Object>>> OF_COLLECTIONS =
      List.of(
          (c, r) -> c.add(number(r)),
          (c, r) -> c.add(number(r)),
          (c, r) -> c.remove((Object) number(r)),
          (c, r) -> c.contains(number(r)),
          (c, r) -> c.addAll(few(r)),
          (c, r) -> c.removeAll(few(r)),
          (c, r) -> c.retainAll(few(r)) && c.addAll(few(r)),
          (c, r) -> c.containsAll(few(r)),
          (c, r) -> c.removeIf(e -> (Integer) e > 5),
          (c, r) -> c.size() + (c.isEmpty() ? 1 : 0),
          (c, r) -> sorted(c.toArray()),
          (c, r) -> sorted(c.toArray(new Object[c.size() + 1])),
          (c, r) -> sorted(c.toArray(Integer[]::new)),
          CollectionsLikeTheJdkTest::sum,
          CHANGED_ON_THE_WAY,
          (c, r) -> {
            if (r.nextInt(8) == 0) {
              c.clear();
            }
            return 0;
          });

  /** Of these, some collections of the JDK tell the end before they tell the change. */
  private static List<?> withoutChangesOnTheWay() {
    List<Object> others = new ArrayList<>(OF_COLLECTIONS);
    others.remove(CHANGED_ON_THE_WAY);
    return others;
  }

  private static Object[] sorted(Object[] elements) {
    Arrays.sort(elements, Comparator.comparing(String::valueOf));
    return elements;
  }

  private static Object sum(Collection<Object> collection, Random random) {
    int[] sum = new int[1];
    collection.forEach(e -> sum[0] += (Integer) e);
    collection.iterator().forEachRemaining(e -> sum[0] += (Integer) e);
    return sum[0];
  }

  private static Object changedWhileWalked(Collection<Object> collection, Random random) {
    Iterator<Object> each = collection.iterator();
    each.next();
    collection.add(100);
    collection.remove(100);
    each.next();
    return collection.size();
  }

  private static Object removeByIterator(Collection<Object> collection, Random random) {
    int seen = 0;
    Iterator<Object> each = collection.iterator();
    while (each.hasNext()) {
      seen = 31 * seen + (Integer) each.next();
      if (random.nextBoolean()) {
        each.remove();
      }
    }
    return seen;
  }

  private static final Operation<Collection<Object>> REMOVING =
      CollectionsLikeTheJdkTest::removeByIterator;

  private static final List<Operation<List<Object>>> OF_LISTS =
      List.of(
          (l, r) -> l.get(r.nextInt(6) - 1),
          (l, r) -> l.set(r.nextInt(6) - 1, number(r)),
          (l, r) -> l.remove(r.nextInt(6) - 1),
          (l, r) -> {
            l.add(r.nextInt(6) - 1, number(r));
            return 0;
          },
          (l, r) -> l.addAll(r.nextInt(4), few(r)),
          (l, r) -> l.indexOf(number(r)) + 100 * l.lastIndexOf(number(r)),
          (l, r) -> {
            l.replaceAll(e -> (Integer) e ^ 1);
            l.sort(r.nextBoolean() ? null : Comparator.comparing(e -> -(Integer) e));
            return l.hashCode();
          },
          (l, r) -> l.equals(few(r)) + l.toString());

  private static List<Operation<Object>> all(List<?>... parts) {
    List<Operation<Object>> all = new ArrayList<>();
    for (List<?> part : parts) {
      part.forEach(operation -> all.add((Operation<Object>) operation));
    }
    return all;
  }

  @Test
  void shouldAnswerAsArrayListDoes() {
    requireSame(
        r -> new ArrayList<>(),
        r -> new ArrayTable<>(),
        all(OF_COLLECTIONS, List.of(REMOVING), OF_LISTS),
        Object::toString);
  }

  private static final List<Operation<Deque<Object>>> OF_DEQUES =
      List.of(
          (d, r) -> {
            d.addFirst(number(r));
            d.addLast(number(r));
            return d.offerFirst(number(r)) && d.offerLast(number(r)) && d.offer(number(r));
          },
          (d, r) -> d.pollFirst(),
          (d, r) -> d.pollLast(),
          (d, r) -> d.removeFirst(),
          (d, r) -> d.removeLast(),
          (d, r) -> "" + d.peekFirst() + d.peekLast() + d.peek() + d.poll(),
          (d, r) -> d.getFirst(),
          (d, r) -> d.getLast(),
          (d, r) -> d.element(),
          (d, r) -> d.pop(),
          (d, r) -> d.remove(),
          (d, r) -> {
            d.push(number(r));
            return d.size();
          },
          (d, r) -> d.removeFirstOccurrence(number(r)),
          (d, r) -> d.removeLastOccurrence(number(r)),
          (d, r) -> d.offer(null));

  @Test
  void shouldAnswerAsArrayDequeDoes() {
    requireSame(
        r -> new ArrayDeque<>(few(r)),
        r -> new Ring<>(few(r)),
        all(
            withoutChangesOnTheWay(),
            List.of(REMOVING, (Operation<Deque<Object>>) CollectionsLikeTheJdkTest::backwards),
            OF_DEQUES),
        Object::toString);
  }

  private static Object backwards(Deque<Object> deque, Random random) {
    int seen = 0;
    Iterator<Object> each = deque.descendingIterator();
    while (each.hasNext()) {
      seen = 31 * seen + (Integer) each.next();
      if (random.nextInt(3) == 0) {
        each.remove();
      }
    }
    return seen;
  }

  @Test
  void shouldAnswerAsPriorityQueueDoes() {
    List<Operation<Queue<Object>>> ofQueues =
        List.of(
            (q, r) -> q.poll(),
            (q, r) -> q.peek(),
            (q, r) -> q.element(),
            (q, r) -> q.remove(),
            (q, r) -> q.offer(number(r)));
    Comparator<Object> reversed = Comparator.comparing(e -> -(Integer) e);
    for (Comparator<Object> order : Arrays.asList(null, reversed)) {
      requireSame(
          r -> new PriorityQueue<>(3, order),
          r -> new Heap<>(3, order),
          all(OF_COLLECTIONS, ofQueues),
          queue -> Arrays.toString(sorted(((Queue<Object>) queue).toArray())));
    }
  }

  @Test
  void shouldPollInOrderAfterAnyRemoval() {
    for (int run = 0; run < 300; run++) {
      Random random = new Random(run);
      PriorityQueue<Integer> expected = new PriorityQueue<>();
      Heap<Integer> found = new Heap<>();
      for (int i = 0; i < 40; i++) {
        int number = random.nextInt(50);
        expected.add(number);
        found.add(number);
      }
      for (int i = 0; i < 20; i++) {
        Integer number = random.nextInt(50);
        assertEquals(expected.remove(number), found.remove(number));
      }
      while (!expected.isEmpty()) {
        assertEquals(expected.poll(), found.poll());
      }
      assertEquals(null, found.poll());
    }
  }

  private static final List<Operation<Map<Object, Object>>> OF_MAPS =
      List.of(
          (m, r) -> m.put(number(r), number(r)),
          (m, r) -> m.put(number(r), number(r)),
          (m, r) -> m.put(number(r), null),
          (m, r) -> m.get(number(r)),
          (m, r) -> m.remove(number(r)),
          (m, r) -> m.remove(number(r), number(r)),
          (m, r) -> m.getOrDefault(number(r), 77),
          (m, r) -> m.containsKey(number(r)) && m.containsValue(number(r)),
          (m, r) -> m.putIfAbsent(number(r), number(r)),
          (m, r) -> m.replace(number(r), number(r)),
          (m, r) -> m.replace(number(r), number(r), number(r)),
          (m, r) -> m.computeIfAbsent(number(r), k -> (Integer) k > 4 ? null : k),
          (m, r) -> m.computeIfPresent(number(r), (k, v) -> (Integer) v > 4 ? null : 5),
          (m, r) -> m.compute(number(r), (k, v) -> v == null ? 3 : null),
          (m, r) -> m.merge(number(r), 1, (v, w) -> (Integer) v > 4 ? null : (Integer) v + 1),
          (m, r) -> {
            m.putAll(Map.of(number(r), 1));
            m.replaceAll((k, v) -> v == null ? 1 : (Integer) v ^ 1);
            return m.size() + (m.isEmpty() ? 100 : 0);
          },
          (m, r) -> m.hashCode(),
          (m, r) -> m.equals(Map.of(number(r), number(r))),
          (m, r) -> m.keySet().remove(number(r)) || m.values().remove(number(r)),
          (m, r) -> m.keySet().removeIf(k -> (Integer) k == 3),
          (m, r) -> m.values().removeIf(v -> v == null),
          (m, r) -> m.entrySet().contains(Map.entry(number(r), 1)),
          (m, r) -> m.entrySet().remove(Map.entry(number(r), 1)),
          (m, r) -> m.keySet().retainAll(Set.of(1, 2, 3, 4, 5)),
          CollectionsLikeTheJdkTest::sum,
          (m, r) -> {
            if (r.nextInt(9) == 0) {
              m.clear();
            }
            return m.keySet().hashCode() + m.entrySet().hashCode();
          });

  private static Object sum(Map<Object, Object> map, Random random) {
    int[] sum = new int[1];
    map.forEach((key, value) -> sum[0] += (Integer) key);
    for (Map.Entry<Object, Object> entry : map.entrySet()) {
      sum[0] += entry.hashCode();
      if (random.nextInt(5) == 0) {
        entry.setValue(2);
      }
    }
    return sum[0];
  }

  @Test
  void shouldAnswerAsLinkedHashMapDoesOnceReinsertionDoesNotMatter() {
    requireSame(
        r -> new LinkedHashMap<>(), r -> new LinkedHashTable<>(), all(OF_MAPS), Object::toString);
    requireSame(r -> new LinkedHashMap<>(), r -> new HashTable<>(), all(OF_MAPS), Object::toString);
    requireSame(
        r -> new LinkedHashMap<>(few(r).size()),
        r -> new HashTable<>(few(r).size(), 1),
        all(OF_MAPS),
        Object::toString);
  }

  @Test
  void shouldAnswerAsTreeMapDoes() {
    List<Operation<Object>> navigation =
        List.of(
            (m, r) -> call(m, "floorKey", number(r)),
            (m, r) -> call(m, "ceilingKey", number(r)),
            (m, r) -> call(m, "lowerKey", number(r)),
            (m, r) -> call(m, "higherKey", number(r)),
            (m, r) -> call(m, "floorEntry", number(r)),
            (m, r) -> call(m, "ceilingEntry", number(r)),
            (m, r) -> call(m, "lowerEntry", number(r)),
            (m, r) -> call(m, "higherEntry", number(r)),
            (m, r) -> call(m, "firstEntry"),
            (m, r) -> call(m, "lastEntry"),
            (m, r) -> call(m, "pollFirstEntry"),
            (m, r) -> call(m, "pollLastEntry"),
            (m, r) -> call(m, "firstKey"),
            (m, r) -> call(m, "lastKey"));
    requireSame(
        r -> new TreeMap<>(), r -> new SortedTable<>(), all(OF_MAPS, navigation), Object::toString);
    Comparator<Object> reversed = Comparator.comparing(e -> -(Integer) e);
    requireSame(
        r -> new TreeMap<>(reversed),
        r -> new SortedTable<>(reversed),
        all(OF_MAPS, navigation),
        Object::toString);
  }

  /** A method that both have without a common interface. */
  private static Object call(Object on, String method, Object... arguments) {
    Class<?>[] types = new Class<?>[arguments.length];
    Arrays.fill(types, Object.class);
    try {
      return on.getClass().getMethod(method, types).invoke(on, arguments);
    } catch (java.lang.reflect.InvocationTargetException e) {
      throw (RuntimeException) e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  @Test
  void shouldAnswerAsSetsDo() {
    List<Operation<Set<Object>>> ofSets =
        List.of((s, r) -> s.hashCode(), (s, r) -> s.equals(Set.copyOf(few(r))), (s, r) -> s.size());
    requireSame(
        r -> new HashSet<>(few(r)),
        r -> new HashTableSet<>(few(r)),
        all(OF_COLLECTIONS, ofSets),
        set -> new TreeSet<>((Set<Object>) set));
    requireSame(
        r -> new TreeSet<>(few(r)),
        r -> new SortedTableSet<>(few(r)),
        all(withoutChangesOnTheWay(), List.of(REMOVING), ofSets),
        Object::toString);
    requireSame(
        r -> new TreeSet<>(),
        r -> new SortedTableSet<>(),
        List.of(
            (s, r) -> call(s, "add", number(r)),
            (s, r) -> call(s, "floor", number(r)),
            (s, r) -> call(s, "ceiling", number(r)),
            (s, r) -> call(s, "lower", number(r)),
            (s, r) -> call(s, "higher", number(r)),
            (s, r) -> call(s, "first"),
            (s, r) -> call(s, "last"),
            (s, r) -> call(s, "pollFirst"),
            (s, r) -> call(s, "pollLast")),
        Object::toString);
  }

  @Test
  void shouldRefuseChangesOfFixedCollections() {
    List<Operation<Object>> walks = List.of((c, r) -> c.toString(), (c, r) -> c.hashCode());
    requireSame(r -> List.copyOf(few(r)), r -> Lists.copyOf(few(r)), walks, Object::toString);
    ArrayTable<Object> list = new ArrayTable<>(List.of(1, 2));
    List<Object> fixed = Collecting.unmodifiableList(list);
    for (Runnable change :
        List.<Runnable>of(
            () -> fixed.add(1),
            () -> fixed.remove((Object) 1),
            () -> fixed.remove(0),
            () -> fixed.set(0, 1),
            fixed::clear,
            () -> fixed.sort(null),
            () -> fixed.replaceAll(e -> e),
            () -> fixed.removeIf(e -> true),
            () -> {
              Iterator<Object> each = fixed.iterator();
              each.next();
              each.remove();
            },
            () -> Maps.of(1, 2).put(1, 3),
            () -> Maps.of(1, 2).entrySet().iterator().next().setValue(3),
            () -> Maps.of(1, 2).replaceAll((k, v) -> v),
            () -> Maps.of(1, 2).replace(1, 3),
            () -> Maps.of(1, 2).keySet().remove(1),
            () -> Maps.of(1, 2).clear(),
            () -> Sets.of(1).add(2),
            () -> Sets.of(1).remove(1),
            () -> Collecting.unmodifiableSet(new HashTableSet<>(List.of(1))).clear())) {
      assertThrows(UnsupportedOperationException.class, change::run);
    }
    list.add(3);
    assertEquals(List.of(1, 2, 3), fixed);
    assertEquals(fixed, Collecting.unmodifiableList(fixed));
    assertThrows(NullPointerException.class, () -> Lists.of(1, null));
    assertThrows(IllegalArgumentException.class, () -> Sets.of(1, 1));
    assertThrows(IllegalArgumentException.class, () -> Maps.of(1, 2, 1, 3));
  }

  @Test
  void shouldKeepOrderOfArgumentsAndOfInsertion() {
    assertEquals("[3, 1, 2]", Sets.of(3, 1, 2).toString());
    assertEquals("{3=1, 1=2}", Maps.of(3, 1, 1, 2).toString());
    HashTable<Object, Object> map = new HashTable<>();
    for (String key : List.of("x", "a", "m")) {
      map.put(key, 1);
    }
    assertEquals("{x=1, a=1, m=1}", map.toString());
    assertEquals(new HashMap<>(map), map);
    assertEquals(map, new HashMap<>(map));
  }

  @Test
  void shouldAnswerAsCollectionsDoes() {
    for (int run = 0; run < 100; run++) {
      List<Integer> numbers = new Random(run).ints(1 + run % 9, 0, 20).boxed().toList();
      List<Integer> expected = new ArrayList<>(numbers);
      ArrayTable<Integer> found = new ArrayTable<>(numbers);
      assertEquals(Collections.max(expected), Collecting.max(found));
      assertEquals(Collections.min(expected), Collecting.min(found));
      Comparator<Integer> order = Comparator.comparing(e -> e % 3);
      assertEquals(Collections.max(expected, order), Collecting.max(found, order));
      assertEquals(Collections.min(expected, order), Collecting.min(found, order));
      Collections.reverse(expected);
      Collecting.reverse(found);
      assertEquals(expected, found);
      Collections.sort(expected, order);
      Collecting.sort(found, order);
      assertEquals(expected, found);
      Collections.addAll(expected, 1, 2);
      Collecting.addAll(found, new Object[] {1, 2});
      assertEquals(expected, found);
    }
  }
}
