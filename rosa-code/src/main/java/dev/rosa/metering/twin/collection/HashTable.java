package dev.rosa.metering.twin.collection;

import dev.rosa.metering.twin.Toll;
import dev.rosa.metering.twin.Values;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

/**
 * Shadow of {@link java.util.HashMap}: a table of chains, in the order of insertion. A step along a
 * chain is paid, so keys of one hash code cost the code that has them.
 */
public class HashTable<K, V> extends MeteredMap<K, V> {

  private static final int FIRST_ROOM = 16;
  private static final int MOST_ROOM = 1 << 30;
  private static final int NODE_BYTES = 64;

  /** Units for a look into the table. */
  private static final int LOOK = 100;

  /** Units for a step along a chain: neither the entry nor its key may be in a cache. */
  private static final int CHAIN = 120;

  /** Entry in the chain of its place, and in the order of all. */
  private static final class Node<K, V> extends Pair<K, V> {
    private final int hash;
    private Node<K, V> inChain;
    private Node<K, V> before;
    private Node<K, V> after;

    Node(int hash, K key, V value) {
      super(key, value, false);
      this.hash = hash;
    }
  }

  private Node<K, V>[] table;
  private Node<K, V> first;
  private Node<K, V> last;
  private int size;
  private int changes;

  public HashTable() {
    this(FIRST_ROOM / 2);
  }

  /** An empty map with room for this many. */
  public HashTable(int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("a negative capacity");
    }
    table = room(roomFor(capacity));
  }

  /** As above; the load factor does not matter here. */
  public HashTable(int capacity, float loadFactor) {
    this(capacity);
    if (!(loadFactor > 0)) {
      throw new IllegalArgumentException("a load factor that is not positive");
    }
  }

  public HashTable(Map<? extends K, ? extends V> content) {
    this(content.size());
    fill(content);
  }

  private void fill(Map<? extends K, ? extends V> content) {
    super.putAll(content);
  }

  private static int roomFor(int count) {
    int room = FIRST_ROOM;
    while (room < MOST_ROOM && room / 4 * 3 < count) {
      room *= 2;
    }
    return room;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <K, V> Node<K, V>[] room(int length) {
    Toll.references(length);
    return new Node[length];
  }

  private static int hash(Object key) {
    int hash = Values.hashCode(key);
    return hash ^ (hash >>> 16);
  }

  private Node<K, V> find(int hash, Object key) {
    Toll.pay(LOOK);
    Node<K, V> node = table[hash & (table.length - 1)];
    while (node != null) {
      Toll.pay(CHAIN);
      if (node.hash == hash && Values.equals(key, node.key)) {
        return node;
      }
      node = node.inChain;
    }
    return null;
  }

  @Override
  Pair<K, V> find(Object key) {
    return find(hash(key), key);
  }

  @Override
  int changes() {
    return changes;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public V put(K key, V value) {
    int hash = hash(key);
    Node<K, V> known = find(hash, key);
    if (known != null) {
      return known.setValue(value);
    }
    Toll.allocate(NODE_BYTES);
    Node<K, V> node = new Node<>(hash, key, value);
    if (size >= table.length / 4 * 3 && table.length < MOST_ROOM) {
      grow();
    }
    link(table, node);
    node.before = last;
    if (last == null) {
      first = node;
    } else {
      last.after = node;
    }
    last = node;
    size++;
    changes++;
    return null;
  }

  private void grow() {
    Toll.pay((long) LOOK * size);
    Node<K, V>[] larger = room(2 * table.length);
    for (Node<K, V> node = first; node != null; node = node.after) {
      link(larger, node);
    }
    table = larger;
  }

  private static <K, V> void link(Node<K, V>[] table, Node<K, V> node) {
    int place = node.hash & (table.length - 1);
    node.inChain = table[place];
    table[place] = node;
  }

  @Override
  public V remove(Object key) {
    Node<K, V> node = find(hash(key), key);
    if (node == null) {
      return null;
    }
    remove(node);
    return node.value;
  }

  /** Removes a node that is in the table; the way to it is paid before anything is changed. */
  @SuppressWarnings("ReferenceEquality")
  private void remove(Node<K, V> node) {
    int place = node.hash & (table.length - 1);
    Node<K, V> previous = null;
    Toll.pay(STEP);
    for (Node<K, V> at = table[place]; at != node; at = at.inChain) {
      Toll.pay(CHAIN);
      previous = at;
    }
    if (previous == null) {
      table[place] = node.inChain;
    } else {
      previous.inChain = node.inChain;
    }
    unlink(node);
  }

  private void unlink(Node<K, V> node) {
    if (node.before == null) {
      first = node.after;
    } else {
      node.before.after = node.after;
    }
    if (node.after == null) {
      last = node.before;
    } else {
      node.after.before = node.before;
    }
    size--;
    changes++;
  }

  @Override
  public void clear() {
    Toll.pay(LOOK + (long) table.length);
    Arrays.fill(table, null);
    first = null;
    last = null;
    size = 0;
    changes++;
  }

  @Override
  Iterator<Pair<K, V>> entries() {
    return new Cursor();
  }

  /** Iterator in the order of insertion. */
  private final class Cursor extends Walk<Pair<K, V>> {
    private int expected = changes;
    private Node<K, V> next = first;
    private Node<K, V> current;

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Pair<K, V> next() {
      requireSame(expected, changes);
      if (next == null) {
        throw noMore();
      }
      current = next;
      next = next.after;
      return current;
    }

    @Override
    public void remove() {
      if (current == null) {
        throw new IllegalStateException("there is no element to remove");
      }
      requireSame(expected, changes);
      HashTable.this.remove(current);
      current = null;
      expected = changes;
    }
  }
}
